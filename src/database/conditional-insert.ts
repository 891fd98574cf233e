/**
 * Inserts rows under a condition. The insert statement itself checks the condition, so no other
 * write can happen between the check and the insert.
 */
import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.ts";

/** The value of a column can be an SQL expression. The insert statement then computes the value. */
type Row<Table extends SQLiteTable> = {
  readonly [Name in keyof Table["$inferSelect"]]?: Table["$inferSelect"][Name] | SQL;
};

/**
 * Inserts the rows that meet the condition, and skips rows whose key exists. Columns without a
 * value become null, because defaults do not apply here.
 * @param condition may refer to a column of the row with `rowColumn`
 */
export function insertWhere<Table extends SQLiteTable>(
  database: Database,
  table: Table,
  rows: readonly Row<Table>[],
  condition: SQL,
) {
  const columns = Object.entries(getTableColumns(table));
  const values = rows.map((row) => {
    const each = columns.map(([name, column]) => {
      const value: unknown = row[name as keyof Row<Table>];
      if (is(value, SQL)) return value;
      // Write null into the statement's text instead of binding it, because D1 binds at most 100
      // parameters.
      return value === undefined || value === null ? sql`null` : sql.param(value, column);
    });
    return sql`(${sql.join(each, sql`, `)})`;
  });
  return database
    .insert(table)
    .select(sql`select * from (values ${sql.join(values, sql`, `)}) where ${condition}`)
    .onConflictDoNothing();
}

/** A column of the rows that `insertWhere` inserts. SQLite names these columns by number. */
export function rowColumn<Table extends SQLiteTable>(
  table: Table,
  column: keyof Table["$inferSelect"] & string,
): SQL {
  const place = Object.keys(getTableColumns(table)).indexOf(column);
  return sql.raw(`column${place + 1}`);
}

/**
 * Inserts a row if `held` counts fewer than `limit` rows. Parallel requests cannot exceed the
 * limit.
 * @param held a statement that counts the rows, as in `select count(*) from api_key`
 * @returns false if the limit is reached or the row exists
 */
export async function insertWithin<Table extends SQLiteTable>(
  database: Database,
  table: Table,
  row: Required<Row<Table>>,
  { held, limit }: { held: SQL; limit: number },
): Promise<boolean> {
  const stored = await insertWhere(database, table, [row], sql`(${held}) < ${limit}`);
  return stored.meta.changes > 0;
}
