import type { Period } from "../reports/case-row.ts";
import { ApiError } from "./errors.ts";

const DAY_MS = 24 * 3_600_000;
const DEFAULT_PERIOD_MS = 7 * DAY_MS;
/** Maximum length: ten years. The time series has a bucket for each week, even without cases. */
const MAX_PERIOD_MS = 3_653 * DAY_MS;

/**
 * The requested period; the last seven days by default.
 *
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
