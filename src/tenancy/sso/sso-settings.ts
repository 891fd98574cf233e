/**
 * How people of one organization sign in: the connection to its provider, and whether sign-in
 * through it is enforced.
 */
import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { organizationSignIn, ssoIdentity, ssoRequest } from "../../database/schema/teams/sso.ts";
import type { ConnectionTest, DefaultRole, StoredConnection } from "../../protocol/people/sso.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import type { Sealing } from "../sealing.ts";
import { Domains } from "./domains.ts";
import { endOtherSessions } from "./enforcement.ts";

export interface StoredSignIn {
  readonly connection: StoredConnection | null;
  /** Encrypted. */
  readonly secret: string | null;
  readonly defaultRole: DefaultRole;
  readonly isEnforced: boolean;
  readonly requiresSecondFactor: boolean;
  readonly test: ConnectionTest | null;
}

const NOTHING: StoredSignIn = {
  ...{ connection: null, secret: null, defaultRole: "member", isEnforced: false, test: null },
  requiresSecondFactor: false,
};

export class SsoSettings {
  readonly #database: Database;
  readonly #organization: string;
  readonly #sealing: Sealing;

  constructor(database: Database, organization: string, sealing: Sealing) {
    this.#database = database;
    this.#organization = organization;
    this.#sealing = sealing;
  }

  async get(): Promise<StoredSignIn> {
    const [row] = await this.#database.select().from(organizationSignIn).where(this.#own());
    return row ?? NOTHING;
  }

  /**
   * Replaces the connection. If the provider is the same and no new secret is given, the stored
   * secret is kept. If the provider is new, the stored subjects are deleted. Subjects are the ids
   * that the old provider gave to people.
   *
   * @returns false if an OIDC connection has no secret
   */
  async connect(connection: StoredConnection, secret: string | undefined): Promise<boolean> {
    const before = await this.get();
    const isSame = providerOf(before.connection) === providerOf(connection);
    const kept = isSame ? before.secret : null;
    const sealed = secret === undefined ? kept : await this.#sealing.seal(secret);
    if (connection.kind === "oidc" && sealed === null) return false;
    await this.#put(
      { connection, secret: connection.kind === "oidc" ? sealed : null, test: null },
      isSame,
    );
    return true;
  }

  /** Removes the connection. Then nobody can use the provider, so the enforcement ends too. */
  async disconnect(): Promise<void> {
    await this.#put({ connection: null, secret: null, test: null, isEnforced: false }, false);
  }

  async #put(values: Partial<StoredSignIn>, keepsSubjects: boolean): Promise<void> {
    const ofMine = (column: SQL) => sql`${column} = ${this.#organization}`;
    await this.#database.batch([
      this.#upsert(values),
      this.#database.delete(ssoRequest).where(ofMine(sql`organization`)),
      this.#database
        .delete(ssoIdentity)
        .where(and(ofMine(sql`organization`), keepsSubjects ? sql`false` : undefined)),
    ]);
  }

  async requireSecondFactor(requiresSecondFactor: boolean): Promise<void> {
    await this.#upsert({ requiresSecondFactor });
  }

  async setDefaultRole(defaultRole: DefaultRole): Promise<void> {
    await this.#upsert({ defaultRole });
  }

  /** Stores a test's result if the tested connection is still current. */
  async recordTest(connection: StoredConnection, test: ConnectionTest): Promise<void> {
    await this.#database
      .update(organizationSignIn)
      .set({ test })
      .where(and(this.#own(), eq(organizationSignIn.connection, connection)));
  }

  /**
   * From now on, people with an address in a verified domain can sign in only through the provider.
   * Sessions that began without the provider end, except the given session.
   */
  async enforce(keptSession: string): Promise<Result<null, "no_domain" | "not_tested">> {
    if (!(await new Domains(this.#database, this.#organization).hasVerified())) {
      return failure("no_domain");
    }
    const isEnforced = sql`exists (select 1 from organization_sign_in
      where organization = ${this.#organization} and is_enforced = 1)`;
    const [changed] = await this.#database.batch([
      this.#database
        .update(organizationSignIn)
        .set({ isEnforced: true })
        .where(
          and(
            this.#own(),
            isNotNull(organizationSignIn.connection),
            sql`test ->> '$.problem' is null and test is not null`,
          ),
        )
        .returning({ organization: organizationSignIn.organization }),
      endOtherSessions(this.#database, this.#organization, keptSession, isEnforced),
    ]);
    return changed.length > 0 ? success(null) : failure("not_tested");
  }

  async endEnforcement(): Promise<void> {
    await this.#upsert({ isEnforced: false });
  }

  /** @throws if the secret cannot be decrypted, for example after a change of SEALING_KEY */
  async openSecret(sealed: string): Promise<string> {
    const opened = await this.#sealing.open(sealed);
    if (opened.ok) return opened.value;
    throw new Error(`The client secret cannot be opened: ${opened.fault}.`);
  }

  #upsert(values: Partial<StoredSignIn>) {
    return this.#database
      .insert(organizationSignIn)
      .values({ ...NOTHING, ...values, organization: this.#organization })
      .onConflictDoUpdate({ target: organizationSignIn.organization, set: values });
  }

  #own() {
    return eq(organizationSignIn.organization, this.#organization);
  }
}

const providerOf = (connection: StoredConnection | null): string | undefined => {
  if (connection === null) return undefined;
  return connection.kind === "oidc"
    ? `oidc ${connection.issuer} ${connection.clientId}`
    : `saml ${connection.entityId}`;
};
