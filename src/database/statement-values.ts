import { type Column, type SQL, sql } from "drizzle-orm";

/**
 * SQL condition that is true if the column has one of the values. All values are bound as one
 * parameter, because D1 allows only 100 parameters in a statement.
 */
export function isOneOf(column: Column, values: readonly string[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}

/**
 * Returns the SQL condition for the value of a filter. Returns undefined if the request does not
 * contain the filter. An empty text counts as a value. If it were ignored, the query would select
 * too many rows.
 */
export function ifGiven<T>(
  value: T | undefined,
  condition: (value: T) => SQL | undefined,
): SQL | undefined {
  return value === undefined ? undefined : condition(value);
}
