/** Pages that are stable while rows are added: newest first, after a given (time, id). */
import { and, type Column, eq, lt, or, type SQL } from "drizzle-orm";
import { type Cursor, encodeCursor } from "../protocol/cursor.ts";

export interface PageOf<T> {
  readonly items: T[];
  readonly next: string | null;
}

/** The rows that follow the cursor; all of them where there is none. */
export function afterCursor(cursor: Cursor | undefined, time: Column, id: Column): SQL | undefined {
  if (cursor === undefined) return undefined;
  return or(lt(time, cursor.time), and(eq(time, cursor.time), lt(id, cursor.id)));
}

/** Characters of a page's items. A page that would have more ends before; it has one item at least. */
const MAX_PAGE_CHARS = 4_000_000;

/** How many items of these sizes make a page. */
export function fitting(sizes: Iterable<number>): number {
  let count = 0;
  let chars = 0;
  for (const size of sizes) {
    chars += size;
    if (chars > MAX_PAGE_CHARS && count > 0) break;
    count += 1;
  }
  return count;
}

/** `rows` holds one more than `limit` where another page follows. */
export function pageOf<R, T>(
  rows: readonly R[],
  limit: number,
  toItem: (row: R) => T,
  cursorOf: (row: R) => Cursor,
): PageOf<T> {
  const made: T[] = [];
  // Only what the page takes is made, and one more: items may be very large.
  const sizes = function* () {
    for (const row of rows.slice(0, limit)) {
      const item = toItem(row);
      made.push(item);
      yield JSON.stringify(item).length;
    }
  };
  const count = fitting(sizes());
  const items = made.slice(0, count);
  const last = rows[items.length - 1];
  const isLast = rows.length === items.length || last === undefined;
  return { items, next: isLast ? null : encodeCursor(cursorOf(last)) };
}
