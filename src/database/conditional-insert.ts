/**
 * Inserts rows under a condition. The insert statement itself checks the condition, so no other
 * write can happen between check and insert.
 */
import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.ts";

/** If a value is an SQL expression, the insert statement computes it. */
type Row<Table extends SQLiteTable> = {
  readonly [Name in keyof Table["$inferSelect"]]?: Table["$inferSelect"][Name] | SQL;
};

/**
 * Inserts the rows that meet the condition and whose key is new. A column without a value becomes
 * null: the table's default values do not apply.
 * @param condition can name a column of the inserted row with `rowColumn`
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
      // Write null into the SQL text instead of binding it, because D1 allows only 100 bound
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

/**
 * Returns the SQL name of a column, for the condition of `insertWhere`. SQLite names the columns of
 * the inserted rows by number, for example `column2`.
 */
export function rowColumn<Table extends SQLiteTable>(
  table: Table,
  column: keyof Table["$inferSelect"] & string,
): SQL {
  const place = Object.keys(getTableColumns(table)).indexOf(column);
  return sql.raw(`column${place + 1}`);
}

/**
 * Inserts a row if `held` counts fewer than `limit` rows. The insert statement itself counts, so
 * parallel requests cannot exceed the limit.
 * @param held for example `select count(*) from api_key`
 * @returns false if the limit is reached or the row's key exists
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
