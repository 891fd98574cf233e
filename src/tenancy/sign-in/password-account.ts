import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { account } from "../../database/schema/identity.ts";

/**
 * SQL for the values of a new row in `account`, in the order of the table's columns. The row stores
 * a password.
 */
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
