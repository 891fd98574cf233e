import { and, eq, ne, sql } from "drizzle-orm";
import { insertWhere } from "../../database/conditional-insert.ts";
import type { Database } from "../../database/database.ts";
import { account, session } from "../../database/schema/identity.ts";
import type { ProviderId, WaysToSignIn } from "../../protocol/people/sign-in.ts";
import type { SignedInPerson } from "../principal.ts";

/** Some changes are allowed only if the person signed in at most this long ago. */
const FRESH_MS = 10 * 60_000;
const PASSWORD = "credential";

export class OwnWaysToSignIn {
  readonly #database: Database;
  readonly #person: SignedInPerson;

  constructor(database: Database, person: SignedInPerson) {
    this.#database = database;
    this.#person = person;
  }

  async list(): Promise<WaysToSignIn> {
    const rows = await this.#database
      .select({
        ...{ id: account.id, provider: account.providerId },
        since: account.createdAt,
      })
      .from(account)
      .where(eq(account.userId, this.#person.id))
      .orderBy(account.createdAt, account.id);
    return {
      hasPassword: rows.some(({ provider }) => provider === PASSWORD),
      providers: rows
        .filter(({ provider }) => provider !== PASSWORD)
        .map(({ since, ...way }) => ({ ...way, since: since.toISOString() })),
    };
  }

  /** Whether the sign-in is at most ten minutes old. */
  async isFresh(now: number): Promise<boolean> {
    const [found] = await this.#database
      .select({ createdAt: session.createdAt })
      .from(session)
      .where(eq(session.id, this.#person.signIn));
    return found !== undefined && Math.abs(now - found.createdAt.getTime()) < FRESH_MS;
  }

  /** A person can link only one account per provider. */
  async link(
    provider: ProviderId,
    subject: string,
    now: number,
  ): Promise<"done" | "linked_already" | "linked_to_other"> {
    const at = new Date(now);
    const row = {
      ...{ id: crypto.randomUUID(), userId: this.#person.id, providerId: provider },
      ...{ accountId: subject, createdAt: at, updatedAt: at },
    };
    const isFree = sql`not exists (select 1 from account where provider_id = ${provider}
      and (account_id = ${subject} or user_id = ${this.#person.id}))`;
    const stored = await insertWhere(this.#database, account, [row], isFree);
    if (stored.meta.changes > 0) return "done";
    const [owner] = await this.#database
      .select({ id: account.userId })
      .from(account)
      .where(and(eq(account.providerId, provider), eq(account.accountId, subject)));
    return owner !== undefined && owner.id !== this.#person.id
      ? "linked_to_other"
      : "linked_already";
  }

  async unlink(id: string): Promise<"done" | "unknown" | "last"> {
    const mine = and(
      eq(account.userId, this.#person.id),
      eq(account.id, id),
      ne(account.providerId, PASSWORD),
    );
    const other = sql`(exists (select 1 from account other
        where other.user_id = ${this.#person.id} and other.id <> ${id})
      or exists (select 1 from passkey where user_id = ${this.#person.id}))`;
    const removed = await this.#database.delete(account).where(and(mine, other));
    if (removed.meta.changes > 0) return "done";
    const [found] = await this.#database.select({ id: account.id }).from(account).where(mine);
    return found === undefined ? "unknown" : "last";
  }
}
