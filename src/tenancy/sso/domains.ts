/**
 * The domains of one organization. A TXT record in DNS proves that the organization controls a
 * domain.
 */
import { and, count, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { insertWithin } from "../../database/conditional-insert.ts";
import type { Database } from "../../database/database.ts";
import { organizationDomain } from "../../database/schema/teams/sso.ts";
import { MAX_DOMAINS } from "../../protocol/limits.ts";
import type { ClaimedDomain } from "../../protocol/people/sso.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import { base62 } from "../base62.ts";
import { domainIn } from "./sso-address.ts";

const TOKEN_BYTES = 18;
const RECORD_LABEL = "_memtrace-challenge";

const recordNameOf = (domain: string): string => `${RECORD_LABEL}.${domain}`;

/** Why a domain is refused. `text` is a sentence for people. */
export interface DomainFault {
  readonly kind: "invalid" | "too_many" | "unknown" | "taken" | "not_found" | "no_answer";
  readonly text: string;
}

/** Returns the TXT records of a DNS name. */
export type LookUp = (name: string) => Promise<Result<string[], string>>;

export class Domains {
  readonly #database: Database;
  readonly #organization: string;

  constructor(database: Database, organization: string) {
    this.#database = database;
    this.#organization = organization;
  }

  async list(): Promise<ClaimedDomain[]> {
    const rows = await this.#database
      .select()
      .from(organizationDomain)
      .where(eq(organizationDomain.organization, this.#organization))
      .orderBy(organizationDomain.domain);
    return rows.map(({ domain, token, verifiedAt, checkedAt }) => ({
      ...{ domain, recordName: recordNameOf(domain), recordValue: token },
      verifiedAt: timeOf(verifiedAt),
      checkedAt: timeOf(checkedAt),
    }));
  }

  /**
   * Stores the domain, together with a new text for its TXT record. If the organization has already
   * claimed the domain, the old text is kept. So if the organization has already set the TXT
   * record, it need not change this record.
   */
  async claim(
    text: string,
    now: number,
    randomBytes: (length: number) => Uint8Array,
  ): Promise<Result<string, DomainFault>> {
    const domain = domainIn(text);
    if (domain === undefined) {
      return refused("invalid", "domain: must be a domain such as example.com.");
    }
    if ((await this.#row(domain)) !== undefined) return success(domain);
    const row = {
      ...{ organization: this.#organization, domain, createdAt: now },
      token: `memtrace-domain-verification=${base62(randomBytes(TOKEN_BYTES))}`,
      ...{ verifiedAt: null, checkedAt: null },
    };
    const held = sql`select count(*) from organization_domain
      where organization = ${this.#organization}`;
    const isStored = await insertWithin(this.#database, organizationDomain, row, {
      ...{ held, limit: MAX_DOMAINS },
    });
    if (isStored || (await this.#row(domain)) !== undefined) return success(domain);
    return refused(
      "too_many",
      `The organization has ${MAX_DOMAINS} domains, the limit. Remove one first.`,
    );
  }

  /**
   * Looks up the TXT record. If it has the expected text, the domain becomes verified, unless
   * another organization has verified it. If DNS has no such record, the domain is no longer
   * verified. If DNS does not answer, nothing changes.
   */
  async check(text: string, now: number, lookUp: LookUp): Promise<Result<null, DomainFault>> {
    const row = await this.#row(domainIn(text) ?? "");
    if (row === undefined)
      return refused("unknown", "domain: the organization has not claimed it.");
    const { domain, token } = row;
    const found = await lookUp(recordNameOf(domain));
    if (!found.ok) return refused("no_answer", `${found.fault} Nothing was changed.`);
    const isProven = found.value.some((value) => value.trim() === token);
    if (!isProven) {
      await this.#database
        .update(organizationDomain)
        .set({ verifiedAt: null, checkedAt: now })
        .where(this.#own(domain));
      const seen = found.value.length === 0 ? "no TXT record" : "another TXT record";
      return refused(
        "not_found",
        `DNS has ${seen} at ${recordNameOf(domain)}. The domain is not verified. A new record can take an hour to be seen.`,
      );
    }
    const holder = this.#database
      .select({ found: sql`1` })
      .from(organizationDomain)
      .where(
        and(
          eq(organizationDomain.domain, domain),
          ne(organizationDomain.organization, this.#organization),
          isNotNull(organizationDomain.verifiedAt),
        ),
      );
    const changed = await this.#database
      .update(organizationDomain)
      .set({ verifiedAt: sql`coalesce(verified_at, ${now})`, checkedAt: now })
      .where(and(this.#own(domain), sql`not exists ${holder}`))
      .returning({ domain: organizationDomain.domain });
    if (changed.length > 0) return success(null);
    return refused(
      "taken",
      "Another organization of this installation has verified this domain. It must remove the domain first.",
    );
  }

  /** False if the organization has not claimed the domain. */
  async remove(text: string): Promise<boolean> {
    const removed = await this.#database
      .delete(organizationDomain)
      .where(this.#own(domainIn(text) ?? ""))
      .returning({ domain: organizationDomain.domain });
    return removed.length > 0;
  }

  async hasVerified(): Promise<boolean> {
    const [found] = await this.#database
      .select({ verified: count() })
      .from(organizationDomain)
      .where(
        and(
          eq(organizationDomain.organization, this.#organization),
          isNotNull(organizationDomain.verifiedAt),
        ),
      );
    return (found?.verified ?? 0) > 0;
  }

  /** Whether the organization has verified the domain. */
  async holds(domain: string): Promise<boolean> {
    return (await this.#row(domain))?.verifiedAt != null;
  }

  async #row(domain: string) {
    const [row] = await this.#database.select().from(organizationDomain).where(this.#own(domain));
    return row;
  }

  #own(domain: string) {
    return and(
      eq(organizationDomain.organization, this.#organization),
      eq(organizationDomain.domain, domain),
    );
  }
}

/** Whether the row of `user` has an e-mail address in a verified domain of the organization. */
export const inDomainsOf = (organization: string): SQL =>
  sql`substr(user.email, instr(user.email, '@') + 1) in (
    select domain from organization_domain
    where organization = ${organization} and verified_at is not null)`;

const refused = (kind: DomainFault["kind"], text: string) => failure<DomainFault>({ kind, text });

const timeOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
