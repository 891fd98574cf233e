/**
 * Replaces halves of surrogate pairs. A JSON text can contain a half as an escape, such as
 * `\ud83d`. But UTF-8 cannot encode a half, and SQLite would write invalid bytes for it.
 */

import { isExactNumber } from "./exact-json.ts";

const MAY_BE_HALF = /\\u[dD][89a-fA-F]/;

/** Whether a JSON text that arrived as UTF-8 could contain half a surrogate pair. */
export function mayHoldHalves(json: string): boolean {
  return MAY_BE_HALF.test(json);
}

/** Writes U+FFFD for each half of a surrogate pair that stands alone, also in field names. */
export function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null || isExactNumber(value)) return value;
  if (Array.isArray(value)) return value.map(wellFormed);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.toWellFormed(), wellFormed(inner)]),
  );
}
