import { eq, inArray, sql } from "drizzle-orm";
import { addLetterIf } from "../../database/mail/add-letter.ts";
import { account, user } from "../../database/schema/identity.ts";
import type { Letter } from "../../mail/letter.ts";
import { alreadyRegisteredLetter } from "../../mail/letters/account.ts";
import {
  type AddressLinkDeps,
  addLink,
  isLinked,
  verificationOf,
  type WantedLink,
} from "./address-links.ts";
import { passwordAccount } from "./password-account.ts";

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Creates an account, or leaves an existing one unchanged. Neither the answer nor its duration
 * reveals which of the two happened. In both cases, the password is hashed once, and one
 * transaction runs the same statements. An e-mail asks a new user to verify the address, or tells
 * an existing user about the attempt.
 */
export async function signUp(
  deps: AddressLinkDeps,
  { name, email, password }: NewPerson,
  hash: (password: string) => Promise<string>,
): Promise<void> {
  const { database } = deps;
  const now = new Date(deps.now());
  const id = crypto.randomUUID();
  const address = email.toLowerCase();
  const hashed = await hash(password);
  const isNew = sql`exists (select 1 from user where id = ${id})`;
  const verification = verificationOf(deps, address);
  const sent = isLinked(verification.hash);
  const wanted: WantedLink = {
    ...{ hash: verification.hash, purpose: "verification", address },
    userId: sql`case when ${isNew} then ${id} end`,
  };
  const known = database.select({ id: user.id }).from(user).where(eq(user.email, address));
  await database.batch([
    database
      .insert(user)
      .values({ id, name, email: address, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({ target: user.email, set: { updatedAt: sql`${user.updatedAt}` } }),
    database
      .update(account)
      .set({ updatedAt: sql`${account.updatedAt}` })
      .where(inArray(account.userId, known)),
    database.insert(account).select(sql`
      select ${passwordAccount(id, hashed, now)}
      where ${isNew}`),
    addLink(database, wanted, now.getTime()),
    addLetterIf(database, verification.letter, sql`${sent} and ${isNew}`, now.getTime()),
    addLetterIf(
      database,
      alreadyRegistered(deps, address, verification.letter.once),
      sql`${sent} and not ${isNew}`,
      now.getTime(),
    ),
  ]);
}

const alreadyRegistered = ({ publicUrl }: AddressLinkDeps, to: string, once: string): Letter => ({
  ...alreadyRegisteredLetter({
    signIn: `${publicUrl}/sign-in`,
    forgot: `${publicUrl}/forgot-password`,
  }),
  ...{ to, kind: "already_registered", once },
});
