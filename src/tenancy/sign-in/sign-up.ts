/** Creates accounts without revealing whether an address already has one. */
import { eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { account, user } from "../../database/schema/identity.ts";

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Creates an account; an existing account stays unchanged. In both cases this hashes the password
 * once and sends the same statements in one transaction, which updates or inserts one row in each
 * table. So neither the answer nor its time reveals whether an account exists.
 */
export async function signUp(
  database: Database,
  { name, email, password }: NewPerson,
  hash: (password: string) => Promise<string>,
  now: Date,
): Promise<void> {
  const id = crypto.randomUUID();
  const address = email.toLowerCase();
  const hashed = await hash(password);
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
      select ${sql.join(passwordAccount(id, hashed, now), sql`, `)}
      where exists (select 1 from user where id = ${id})`),
  ]);
}

/** The values of the columns of `account`, in their order. */
function passwordAccount(userId: string, password: string, now: Date) {
  const row = {
    ...{ id: crypto.randomUUID(), userId, password },
    ...{ accountId: userId, providerId: "credential", createdAt: now, updatedAt: now },
  };
  const given: Readonly<Record<string, unknown>> = row;
  return Object.entries(getTableColumns(account)).map(([name, column]) =>
    sql.param(given[name] ?? null, column),
  );
}
