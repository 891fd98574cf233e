/** Many values in few bound parameters: D1 binds at most 100, and each has less than 2 MB. */
import { type Column, type SQL, sql } from "drizzle-orm";

/** Binds any number of values as one parameter. */
export function isOneOf(column: Column, values: readonly string[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}

/** JSON characters of the rows of one statement. */
const STATEMENT_CHARS = 500_000;

/** Rows for one statement each. A longer row gets a statement of its own. */
export function inParts<T>(rows: readonly T[], maxRows = Number.POSITIVE_INFINITY): T[][] {
  const parts: T[][] = [];
  let chars = STATEMENT_CHARS;
  for (const row of rows) {
    const own = JSON.stringify(row).length;
    if (chars + own > STATEMENT_CHARS || (parts.at(-1)?.length ?? 0) >= maxRows) {
      parts.push([]);
      chars = 0;
    }
    parts.at(-1)?.push(row);
    chars += own;
  }
  return parts;
}
