/**
 * Reads pages of rows, newest first. A cursor names a page's last row, so rows that are inserted
 * later do not shift the next page.
 */
import { type Column, type SQL, sql } from "drizzle-orm";
import { type Cursor, encodeCursor } from "../protocol/cursor.ts";

export interface PageOf<T> {
  readonly items: T[];
  readonly next: string | null;
}

/**
 * SQL condition for the rows after the cursor. Undefined without a cursor, which selects all rows.
 */
export function afterCursor(cursor: Cursor | undefined, time: Column, id: Column): SQL | undefined {
  if (cursor === undefined) return undefined;
  // Compare both columns as one row value. SQLite can then continue at the cursor in an index of
  // both columns.
  return sql`(${time}, ${id}) < (${cursor.time}, ${cursor.id})`;
}

/** Maximum number of characters of a page's items. A longer item is on a page alone. */
const MAX_PAGE_CHARS = 4_000_000;

/** Returns how many items fit on a page. `sizes` are the items' lengths in characters. */
function fitting(sizes: Iterable<number>): number {
  let count = 0;
  let chars = 0;
  for (const size of sizes) {
    chars += size;
    if (chars > MAX_PAGE_CHARS && count > 0) break;
    count += 1;
  }
  return count;
}

/** @param rows at most `limit` rows, plus one if another page follows */
export function pageOf<R, T>(
  rows: readonly R[],
  limit: number,
  toItem: (row: R) => T,
  cursorOf: (row: R) => Cursor,
): PageOf<T> {
  return toPage({ rows: rows.slice(0, limit), isLast: rows.length <= limit, toItem, cursorOf });
}

interface LongRows<R, T> {
  /** Reads the sizes (`bytesOf`) of the page's first `count` rows. */
  sizes(count: number): PromiseLike<readonly { readonly bytes: number }[]>;
  rows(count: number): PromiseLike<readonly R[]>;
  toItem(row: R): T;
  cursorOf(row: R): Cursor;
}

/**
 * Returns a page of rows with long texts. Reads the rows' sizes first, and then only the rows that
 * fit on the page.
 */
export async function pageOfLongRows<R, T>(
  limit: number,
  { sizes, rows, toItem, cursorOf }: LongRows<R, T>,
): Promise<PageOf<T>> {
  const found = await sizes(limit + 1);
  const count = fitting(found.slice(0, limit).map(({ bytes }) => bytes));
  const read = count === 0 ? [] : await rows(count);
  return toPage({ rows: read, isLast: found.length === count, toItem, cursorOf });
}

/** SQL for the total bytes of the columns. SQLite knows them without reading the texts. */
export function bytesOf(...columns: readonly Column[]): SQL<number> {
  const each = columns.map((column) => sql`coalesce(octet_length(${column}), 0)`);
  return sql<number>`${sql.join(each, sql` + `)}`;
}

interface PageRows<R, T> extends Pick<LongRows<R, T>, "toItem" | "cursorOf"> {
  readonly rows: readonly R[];
  readonly isLast: boolean;
}

function toPage<R, T>({ rows, isLast, toItem, cursorOf }: PageRows<R, T>): PageOf<T> {
  const made: T[] = [];
  // Convert at most one row more than the page contains, because items can be very large.
  const sizes = function* () {
    for (const row of rows) {
      const item = toItem(row);
      made.push(item);
      yield JSON.stringify(item).length;
    }
  };
  const count = fitting(sizes());
  const items = made.slice(0, count);
  const last = rows[count - 1];
  const isEnd = last === undefined || (isLast && count === rows.length);
  return { items, next: isEnd ? null : encodeCursor(cursorOf(last)) };
}
