import { type Column, type SQL, sql } from "drizzle-orm";

/**
 * Whether the column has one of the values. Binds all values as one parameter, because D1 allows at
 * most 100 parameters in a statement.
 */
export function isOneOf(column: Column, values: readonly string[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}
