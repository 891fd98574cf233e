import type { Period } from "../reports/case-row.ts";
import { ApiError } from "./errors.ts";

const DAY_MS = 24 * 3_600_000;
const DEFAULT_PERIOD_MS = 7 * DAY_MS;
/**
 * The longest period is ten years. A time series has an entry for every week, so a longer period
 * would make the answer too large.
 */
const MAX_PERIOD_MS = 3_653 * DAY_MS;

/**
 * Returns the requested period; by default the last seven days.
 * @throws ApiError if the period ends before it starts, or is too long
 */
export function periodOf(asked: { from?: string; to?: string }, now: number): Period {
  const to = asked.to === undefined ? now : Date.parse(asked.to);
  const from = asked.from === undefined ? to - DEFAULT_PERIOD_MS : Date.parse(asked.from);
  if (from >= to) throw new ApiError("invalid_request", "from: must be before to.");
  if (to - from > MAX_PERIOD_MS) {
    throw new ApiError("invalid_request", "from: must be at most ten years before to.");
  }
  return { from, to };
}
