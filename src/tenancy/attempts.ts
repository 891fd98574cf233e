/** What an attempt to sign in or up is counted under; each is limited alone. */
import { and, eq, gt } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { session, user } from "../database/schema/identity.ts";
import { networkOf } from "./network.ts";

/**
 * A sign-in counts for its network and for the account, so that many networks cannot guess one
 * password. Where the account is signed in from the same network already, it counts for the network
 * alone: nobody else's guesses keep the owner out there.
 */
export async function signInCounters(
  database: Database,
  address: string,
  email: string,
  now: number,
): Promise<string[]> {
  const network = networkOf(address);
  const known = await database
    .select({ address: session.ipAddress })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(eq(user.email, email.toLowerCase()), gt(session.expiresAt, new Date(now))));
  const isKnown = known.some((row) => row.address !== null && networkOf(row.address) === network);
  return isKnown ? [network] : [network, `account ${email.toLowerCase()}`];
}

/** A sign-up counts for its network and for the domain of its e-mail address. */
export function signUpCounters(address: string, email: string): string[] {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return [networkOf(address), `domain ${domain}`];
}
