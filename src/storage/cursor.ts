/** Pages that are stable while rows are added: newest first, after a given (time, id). */
import { and, type Column, eq, lt, or, type SQL } from "drizzle-orm";

export interface Cursor {
  readonly time: number;
  readonly id: string;
}

export interface PageOf<T> {
  readonly items: T[];
  readonly next: string | null;
}

/** The rows that follow the cursor; all of them where there is none. */
export function afterCursor(cursor: Cursor | undefined, time: Column, id: Column): SQL | undefined {
  if (cursor === undefined) return undefined;
  return or(lt(time, cursor.time), and(eq(time, cursor.time), lt(id, cursor.id)));
}

/** `rows` holds one more than `limit` where another page follows. */
export function pageOf<R, T>(
  rows: readonly R[],
  limit: number,
  toItem: (row: R) => T,
  cursorOf: (row: R) => Cursor,
): PageOf<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toItem),
    next: rows.length > limit && last !== undefined ? encodeCursor(cursorOf(last)) : null,
  };
}

/** In UTF-16: an id may hold half a surrogate pair, which UTF-8 cannot say. */
export function encodeCursor({ time, id }: Cursor): string {
  return Buffer.from(`${time} ${id}`, "utf16le").toString("base64url");
}

/** `undefined` for text that is no cursor. */
export function decodeCursor(text: string): Cursor | undefined {
  const match = /^(-?\d+) (.+)$/s.exec(Buffer.from(text, "base64url").toString("utf16le"));
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return { time: Number(match[1]), id: match[2] };
}
