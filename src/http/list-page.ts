import { pageOf } from "../database/cursor.ts";
import type { Cursor } from "../protocol/cursor.ts";
import { ApiError } from "./errors.ts";

export interface PageWanted {
  readonly cursor?: Cursor | undefined;
  readonly limit: number;
}

/** The page begins after the cursor's row. */
export function pageOfList<R, T>(
  rows: readonly R[],
  { cursor, limit }: PageWanted,
  idOf: (row: R) => string,
  toItem: (row: R) => T,
) {
  const start = cursor === undefined ? 0 : rows.findIndex((row) => idOf(row) === cursor.id) + 1;
  if (cursor !== undefined && start === 0) throw lostPlace();
  return pageOf(rows.slice(start, start + limit + 1), limit, toItem, (row) => ({
    time: 0,
    id: idOf(row),
  }));
}

export function lostPlace(): ApiError {
  return new ApiError(
    "invalid_request",
    "cursor: its position no longer exists. Start again without it.",
  );
}
