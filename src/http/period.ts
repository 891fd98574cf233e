import type { Period } from "../reports/case-row.ts";
import { ApiError } from "./errors.ts";

const DEFAULT_PERIOD_MS = 7 * 24 * 3_600_000;

/** The asked period, the last seven days by default. @throws ApiError where it ends before it starts */
export function periodOf(asked: { from?: string; to?: string }, now: number): Period {
  const to = asked.to === undefined ? now : Date.parse(asked.to);
  const from = asked.from === undefined ? to - DEFAULT_PERIOD_MS : Date.parse(asked.from);
  if (from >= to) throw new ApiError("invalid_request", "from: must lie before to.");
  return { from, to };
}
