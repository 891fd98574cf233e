/** Inserts a row while fewer than so many are there, as one statement: two at once cannot pass the limit. */
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.ts";

/**
 * @param held a statement that counts what is there, as in `select count(*) from api_key`
 * @returns false where the limit is reached, or the row is there already
 */
export async function insertWithin<Table extends SQLiteTable>(
  database: Database,
  table: Table,
  row: Table["$inferSelect"],
  { held, limit }: { held: SQL; limit: number },
): Promise<boolean> {
  const values = Object.entries(getTableColumns(table)).map(([name, column]) =>
    sql.param(row[name], column),
  );
  const stored = await database
    .insert(table)
    .select(sql`select ${sql.join(values, sql`, `)} where (${held}) < ${limit}`)
    .onConflictDoNothing();
  return stored.meta.changes > 0;
}
