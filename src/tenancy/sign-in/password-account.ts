import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { account } from "../../database/schema/identity.ts";

/** Values of a new row in `account` that stores a password, in the order of the table's columns. */
export function passwordAccount(userId: string, hashedPassword: string, now: Date): SQL {
  const row = {
    ...{ id: crypto.randomUUID(), userId, password: hashedPassword },
    ...{ accountId: userId, providerId: "credential", createdAt: now, updatedAt: now },
  };
  const given: Readonly<Record<string, unknown>> = row;
  const values = Object.entries(getTableColumns(account)).map(([name, column]) =>
    sql.param(given[name] ?? null, column),
  );
  return sql.join(values, sql`, `);
}
