import { type Column, type SQL, sql } from "drizzle-orm";

/**
 * Whether the column has one of the values. Binds all values as one parameter, because D1 allows at
 * most 100 parameters in a statement.
 */
export function isOneOf(column: Column, values: readonly string[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}

/**
 * Returns the condition of a filter; undefined if the filter is not given. An empty text is given:
 * if it had no effect, a request would select too much.
 */
export function ifGiven<T>(
  value: T | undefined,
  condition: (value: T) => SQL | undefined,
): SQL | undefined {
  return value === undefined ? undefined : condition(value);
}
