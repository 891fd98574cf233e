/**
 * Replaces halves of surrogate pairs. JSON can contain such a half as an escape, but UTF-8 cannot
 * encode the half, and SQLite writes invalid bytes for it.
 */

import { isExactNumber } from "./exact-json.ts";

const MAY_BE_HALF = /\\u[dD][89a-fA-F]/;

/** Whether a JSON text could contain half a surrogate pair. The text must have arrived as UTF-8. */
export function mayHoldHalves(json: string): boolean {
  return MAY_BE_HALF.test(json);
}

/**
 * Returns the JSON value with U+FFFD in place of each half of a surrogate pair, also in names of
 * fields.
 */
export function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null || isExactNumber(value)) return value;
  if (Array.isArray(value)) return value.map(wellFormed);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.toWellFormed(), wellFormed(inner)]),
  );
}
