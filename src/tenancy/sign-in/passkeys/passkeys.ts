/**
 * Passkeys (WebAuthn) are keys that replace the password. They are on a phone, a computer or a
 * security key.
 */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { and, desc, eq, sql } from "drizzle-orm";
import { insertWhere } from "../../../database/conditional-insert.ts";
import type { Database } from "../../../database/database.ts";
import { addLetterIf } from "../../../database/mail/add-letter.ts";
import { user } from "../../../database/schema/identity.ts";
import { passkey } from "../../../database/schema/teams/sign-in.ts";
import { passkeyLetter } from "../../../mail/letters/account.ts";
import type { Passkey, PasskeyAnswer } from "../../../protocol/people/sign-in.ts";
import type { PersonToSignIn } from "../auth.ts";

export const MAX_PASSKEYS = 20;
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

interface PasskeyDeps {
  readonly database: Database;
  readonly publicUrl: string;
  readonly now: () => number;
}

/** The page that asks for a passkey. A passkey's signature covers the page's host. */
export interface AskingPage {
  readonly origins: readonly string[];
  readonly host: string;
}

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export class Passkeys {
  readonly #deps: PasskeyDeps;

  constructor(deps: PasskeyDeps) {
    this.#deps = deps;
  }

  /** Newest first. */
  async list(person: string): Promise<Passkey[]> {
    const rows = await this.#deps.database
      .select()
      .from(passkey)
      .where(eq(passkey.userId, person))
      .orderBy(desc(passkey.createdAt), passkey.id);
    return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
      ...{ id, name },
      createdAt: new Date(createdAt).toISOString(),
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    }));
  }

  /** The options with which a browser creates a passkey. */
  async setUp(
    { id, name, email }: Owner,
    page: AskingPage,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const known = await this.#deps.database
      .select({ id: passkey.id })
      .from(passkey)
      .where(eq(passkey.userId, id));
    return generateRegistrationOptions({
      ...{ rpName: "MemTrace", rpID: page.host, userName: email, userDisplayName: name },
      userID: new Uint8Array(Buffer.from(id)),
      excludeCredentials: known,
      // A passkey replaces both password and code, so the authenticator must check a fingerprint, a
      // face or a PIN.
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
  }

  /**
   * Stores a new passkey and e-mails the person. False if the answer does not match the challenge,
   * the passkey is already stored, or the person has the maximum number of passkeys.
   */
  async add(
    owner: Owner,
    given: { answer: PasskeyAnswer; challenge: string; name: string },
    page: AskingPage,
  ): Promise<boolean> {
    const { database, now } = this.#deps;
    const made = await verifyRegistrationResponse({
      response: registrationOf(given.answer),
      expectedChallenge: given.challenge,
      ...{ expectedOrigin: [...page.origins], expectedRPID: page.host },
      requireUserVerification: true,
    }).catch(() => undefined);
    if (!made?.verified) return false;
    const { id, publicKey, counter } = made.registrationInfo.credential;
    const row = {
      ...{ id, userId: owner.id, name: given.name, counter, createdAt: now() },
      publicKey: Buffer.from(publicKey).toString("base64url"),
      transports: transportsOf(given.answer),
    };
    const held = sql`(select count(*) from passkey where user_id = ${owner.id})`;
    const isMade = sql`exists (select 1 from passkey where id = ${id} and user_id = ${owner.id}
      and created_at = ${row.createdAt})`;
    const [stored] = await database.batch([
      insertWhere(database, passkey, [row], sql`${held} < ${MAX_PASSKEYS}`),
      this.#letter(owner.email, true, given.name, isMade),
    ]);
    return stored.meta.changes > 0;
  }

  /** False if the person does not have this passkey. */
  async rename(person: string, id: string, name: string): Promise<boolean> {
    const renamed = await this.#deps.database
      .update(passkey)
      .set({ name })
      .where(and(eq(passkey.userId, person), eq(passkey.id, id)));
    return renamed.meta.changes > 0;
  }

  /** Tells the person by e-mail. Returns false if the person does not have this passkey. */
  async remove({ id: person, email }: Owner, id: string): Promise<boolean> {
    const { database } = this.#deps;
    const mine = and(eq(passkey.userId, person), eq(passkey.id, id));
    const [known] = await database.select({ name: passkey.name }).from(passkey).where(mine);
    if (known === undefined) return false;
    const isMine = sql`exists (select 1 from passkey where user_id = ${person} and id = ${id})`;
    const [, removed] = await database.batch([
      this.#letter(email, false, known.name, isMine),
      database.delete(passkey).where(mine),
    ]);
    return removed.meta.changes > 0;
  }

  /** The options with which a browser signs in with any passkey of this installation. */
  async ask(page: AskingPage): Promise<PublicKeyCredentialRequestOptionsJSON> {
    return generateAuthenticationOptions({ rpID: page.host, userVerification: "required" });
  }

  /** Undefined if no known passkey signed the challenge. */
  async personBehind(
    answer: PasskeyAnswer,
    challenge: string,
    page: AskingPage,
  ): Promise<PersonToSignIn | undefined> {
    const { database, now } = this.#deps;
    const [known] = await database
      .select({ passkey, person: { id: user.id, name: user.name, email: user.email } })
      .from(passkey)
      .innerJoin(user, eq(user.id, passkey.userId))
      .where(eq(passkey.id, answer.id));
    if (known === undefined) return undefined;
    const { id, publicKey, counter } = known.passkey;
    const checked = await verifyAuthenticationResponse({
      response: authenticationOf(answer),
      expectedChallenge: challenge,
      ...{ expectedOrigin: [...page.origins], expectedRPID: page.host },
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter },
      requireUserVerification: true,
    }).catch(() => undefined);
    if (!checked?.verified) return undefined;
    const used = await database
      .update(passkey)
      .set({ counter: checked.authenticationInfo.newCounter, lastUsedAt: now() })
      .where(and(eq(passkey.id, id), eq(passkey.counter, counter)));
    return used.meta.changes > 0 ? known.person : undefined;
  }

  #letter(to: string, isAdded: boolean, name: string, condition: ReturnType<typeof sql>) {
    const { database, publicUrl, now } = this.#deps;
    const letter = {
      ...passkeyLetter(isAdded, name, `${publicUrl}/forgot-password`),
      ...{ to, kind: "passkey" as const, once: `passkey:${crypto.randomUUID()}` },
    };
    return addLetterIf(database, letter, condition, now());
  }
}

const common = ({ id, rawId }: PasskeyAnswer) => ({
  ...{ id, rawId, type: "public-key" as const },
  clientExtensionResults: {},
});

const registrationOf = (answer: PasskeyAnswer) => ({
  ...common(answer),
  response: {
    clientDataJSON: answer.response.clientDataJSON,
    attestationObject: answer.response.attestationObject ?? "",
  },
});

const authenticationOf = (answer: PasskeyAnswer) => ({
  ...common(answer),
  response: {
    clientDataJSON: answer.response.clientDataJSON,
    authenticatorData: answer.response.authenticatorData ?? "",
    signature: answer.response.signature ?? "",
  },
});

const transportsOf = ({ response }: PasskeyAnswer) =>
  TRANSPORTS.filter((known) => response.transports?.includes(known));
