/**
 * Half a surrogate pair is no character. JSON can escape one, UTF-8 cannot hold it, and SQLite
 * writes invalid bytes for it.
 */

import { isExactNumber } from "./exact-json.ts";

const MAY_BE_HALF = /\\u[dD][89a-fA-F]/;

/** Whether a JSON text can hold half a pair. It must have arrived as UTF-8. */
export function mayHoldHalves(json: string): boolean {
  return MAY_BE_HALF.test(json);
}

/** The JSON value with U+FFFD in place of each half, in its names too. */
export function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null || isExactNumber(value)) return value;
  if (Array.isArray(value)) return value.map(wellFormed);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.toWellFormed(), wellFormed(inner)]),
  );
}
