import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { insertWhere } from "../../../database/conditional-insert.ts";
import type { Database } from "../../../database/database.ts";
import { account, user } from "../../../database/schema/identity.ts";
import { failure, type Result, success } from "../../../protocol/result.ts";
import type { ProviderPerson } from "./provider.ts";

export interface KnownPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export type ProviderRefusal =
  /** The provider gives no e-mail address. */
  | "no_address"
  /** The provider has not verified the address, so anybody could have entered it there. */
  | "address_unverified"
  /**
   * An account has the address, but nobody has confirmed it. Somebody else could have created the
   * account and would still know its password.
   */
  | "account_unconfirmed";

const MAX_NAME_CHARS = 100;
const Address = z.email().max(254);

/**
 * Finds the person who has linked this account at the provider. If nobody has linked it, links it
 * to the person with the same e-mail address, or creates a new person. Fails if the provider has
 * not verified the address. Also fails if a person here has this address but has not confirmed it.
 */
export async function personAtProvider(
  database: Database,
  provider: string,
  claimed: ProviderPerson,
  now: number,
): Promise<Result<KnownPerson, ProviderRefusal>> {
  const linked = await linkedPerson(database, provider, claimed.subject);
  if (linked !== undefined) return success(linked);
  const { email } = claimed;
  if (!Address.safeParse(email).success || email === null) return failure("no_address");
  if (!claimed.isVerified) return failure("address_unverified");
  const at = new Date(now);
  const times = { createdAt: at, updatedAt: at };
  const person = { id: crypto.randomUUID(), name: nameOf(claimed), email, emailVerified: true };
  // Check in the SQL statement that the person has confirmed the address. A separate query before
  // it could be outdated, because the address can be confirmed or changed during this request.
  const owner = sql`(select id from user where email = ${email} and email_verified = 1)`;
  const link = {
    ...{ id: crypto.randomUUID(), userId: owner, ...times },
    ...{ accountId: claimed.subject, providerId: provider },
  };
  await database.batch([
    database
      .insert(user)
      .values({ ...person, ...times })
      .onConflictDoNothing(),
    insertWhere(database, account, [link], sql`${owner} is not null`),
  ]);
  const found = await linkedPerson(database, provider, claimed.subject);
  return found === undefined ? failure("account_unconfirmed") : success(found);
}

async function linkedPerson(
  database: Database,
  provider: string,
  subject: string,
): Promise<KnownPerson | undefined> {
  const [found] = await database
    .select({ id: user.id, name: user.name, email: user.email })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(and(eq(account.providerId, provider), eq(account.accountId, subject)));
  return found;
}

/** Keeps the name within the limits that the account page also checks. */
function nameOf({ name, email }: ProviderPerson): string {
  const clean = (text: string) =>
    text
      .replace(/\p{Cc}/gu, " ")
      .trim()
      .slice(0, MAX_NAME_CHARS)
      .toWellFormed();
  return clean(name ?? "") || clean(email?.split("@")[0] ?? "") || "Unnamed";
}
