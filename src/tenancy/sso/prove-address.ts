import { eq, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { account, session, user } from "../../database/schema/identity.ts";
import { oauthConnection } from "../../database/schema/teams/connections.ts";
import { addressLink } from "../../database/schema/teams/mail.ts";
import { passkey, secondFactor } from "../../database/schema/teams/sign-in.ts";

/**
 * Statements that confirm an account's address, because an organization controls its domain. If the
 * address was unconfirmed, somebody else could have created the account: its credentials, sessions,
 * links and connected apps are then deleted.
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
