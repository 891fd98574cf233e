/** Pages that stay stable while rows are added: newest first, continued after a (time, id). */
import { and, type Column, eq, lt, or, type SQL } from "drizzle-orm";
import { type Cursor, encodeCursor } from "../protocol/cursor.ts";

export interface PageOf<T> {
  readonly items: T[];
  readonly next: string | null;
}

/** The rows after the cursor. All rows without a cursor. */
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

/** `rows` has one more than `limit` if another page follows. */
export function pageOf<R, T>(
  rows: readonly R[],
  limit: number,
  toItem: (row: R) => T,
  cursorOf: (row: R) => Cursor,
): PageOf<T> {
  const made: T[] = [];
  // Creates one item more than the page holds and no others, because items may be very large.
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
