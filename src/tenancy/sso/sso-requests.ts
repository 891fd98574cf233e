/** Unfinished sign-ins through a provider. Each belongs to one browser and works once. */
import { and, eq, gt, inArray, isNotNull, isNull, lte } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { type StatedPerson, ssoAssertion, ssoRequest } from "../../database/schema/teams/sso.ts";
import { base62 } from "../base62.ts";
import { digestOf } from "../link-token.ts";
import type { ReadResponse } from "./saml/response.ts";

/** Maximum time to sign in at the provider. */
export const REQUEST_MS = 15 * 60_000;
const SECRET_BYTES = 32;
const MAX_FORGOTTEN = 5_000;

export interface BegunRequest {
  /** The provider returns this value unchanged with its answer. */
  readonly state: string;
  /** The value of the browser's cookie. */
  readonly browser: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface OpenRequest {
  readonly organization: string;
  readonly nonce: string;
  readonly verifier: string | null;
  readonly next: string;
  readonly tester: string | null;
  readonly answer: StatedPerson | null;
}

export class SsoRequests {
  readonly #database: Database;
  readonly #randomBytes: (length: number) => Uint8Array;

  constructor(database: Database, randomBytes: (length: number) => Uint8Array) {
    this.#database = database;
    this.#randomBytes = randomBytes;
  }

  async begin(
    asked: { readonly organization: string; readonly next: string; readonly tester: string | null },
    now: number,
  ): Promise<BegunRequest> {
    const secret = () => base62(this.#randomBytes(SECRET_BYTES));
    // The nonce is also the id of the SAML request. An XML id must begin with a letter.
    const begun = { state: secret(), browser: secret(), nonce: `r${secret()}`, verifier: secret() };
    await this.#database.insert(ssoRequest).values({
      ...{ ...asked, state: digestOf(begun.state), browser: digestOf(begun.browser) },
      ...{ nonce: begun.nonce, verifier: begun.verifier, expiresAt: now + REQUEST_MS },
    });
    return begun;
  }

  /**
   * Ends the request and returns it. Returns undefined if the request is unknown, was used, or has
   * expired. If another browser began it, returns `wrong_browser`, and the request does not end.
   */
  async take(
    state: string,
    browser: string,
    now: number,
  ): Promise<OpenRequest | "wrong_browser" | undefined> {
    const isOpen = and(eq(ssoRequest.state, digestOf(state)), gt(ssoRequest.expiresAt, now));
    const [taken] = await this.#database
      .delete(ssoRequest)
      .where(and(isOpen, eq(ssoRequest.browser, digestOf(browser))))
      .returning();
    if (taken !== undefined) return taken;
    const [other] = await this.#database.select().from(ssoRequest).where(isOpen);
    return other === undefined ? undefined : "wrong_browser";
  }

  async takeTest(organization: string, state: string): Promise<OpenRequest | undefined> {
    const [taken] = await this.#database
      .delete(ssoRequest)
      .where(
        and(
          eq(ssoRequest.state, digestOf(state)),
          eq(ssoRequest.organization, organization),
          isNotNull(ssoRequest.tester),
        ),
      )
      .returning();
    return taken;
  }

  /**
   * Returns false if the assertion was accepted before. Somebody has then sent the same response
   * twice.
   */
  async acceptAssertion(organization: string, { assertion, expiresAt }: ReadResponse) {
    const stored = await this.#database
      .insert(ssoAssertion)
      .values({ organization, assertion, expiresAt })
      .onConflictDoNothing();
    return stored.meta.changes > 0;
  }

  /**
   * Stores the person whom the response names, until the browser comes back. Returns false if the
   * response belongs to no unfinished sign-in.
   */
  async answer(
    organization: string,
    state: string,
    { inResponseTo, person }: ReadResponse,
    now: number,
  ): Promise<boolean> {
    const answered = await this.#database
      .update(ssoRequest)
      .set({ answer: person })
      .where(
        and(
          eq(ssoRequest.state, digestOf(state)),
          eq(ssoRequest.organization, organization),
          eq(ssoRequest.nonce, inResponseTo),
          isNull(ssoRequest.answer),
          gt(ssoRequest.expiresAt, now),
        ),
      );
    return answered.meta.changes > 0;
  }
}

/** Deletes expired requests and assertion ids. */
export async function forgetSsoTraces(database: Database, now: number): Promise<void> {
  const requests = database
    .select({ state: ssoRequest.state })
    .from(ssoRequest)
    .where(lte(ssoRequest.expiresAt, now))
    .limit(MAX_FORGOTTEN);
  await database.batch([
    database.delete(ssoRequest).where(inArray(ssoRequest.state, requests)),
    database.delete(ssoAssertion).where(lte(ssoAssertion.expiresAt, now)),
  ]);
}
