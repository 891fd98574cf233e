import { eq, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { account, session, user } from "../../database/schema/identity.ts";
import { oauthConnection } from "../../database/schema/teams/connections.ts";
import { addressLink } from "../../database/schema/teams/mail.ts";
import { passkey, secondFactor } from "../../database/schema/teams/sign-in.ts";

/**
 * Returns statements that confirm the address of an account, because an organization controls the
 * domain of the address. If the address was not confirmed before, somebody else may have created
 * the account. So its credentials, sessions, links and connected apps are deleted.
 */
export function proveAddress(database: Database, person: string) {
  const isUnproven = sql`user_id = ${person} and exists (
    select 1 from user where id = ${person} and email_verified = 0)`;
  return [
    database.delete(account).where(isUnproven),
    database.delete(passkey).where(isUnproven),
    database.delete(secondFactor).where(isUnproven),
    database.delete(session).where(isUnproven),
    database.delete(oauthConnection).where(isUnproven),
    database.delete(addressLink).where(isUnproven),
    database.update(user).set({ emailVerified: true }).where(eq(user.id, person)),
  ] as const;
}
