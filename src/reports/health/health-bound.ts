/**
 * Decides when a bound of memory health is crossed and when it is met again, and writes the
 * message.
 */
import type { MemoryHealth } from "../../protocol/api/explorer/health.ts";
import {
  type BoundState,
  FIGURE_NAMES,
  type HealthFigure,
  meetsBound,
} from "../../protocol/api/explorer/health-words.ts";

/** A share of fewer facts, units or searches does not cross a bound. */
const LEAST_COUNTED = 30;

export interface BoundedShare {
  readonly count: number;
  readonly of: number;
  readonly share: MemoryHealth["survival"]["share"];
}

interface Bound {
  readonly figure: HealthFigure;
  readonly bound: number;
  readonly state: BoundState;
}

/**
 * Returns the state of a bound. A bound counts as crossed when the whole confidence interval is
 * beyond the bound. The bound counts as met again when the share itself meets the bound. A share
 * that varies around its bound therefore does not change the state.
 */
export function stateOfBound(
  { figure, bound, state }: Bound,
  { of, share: { value, low, high } }: BoundedShare,
): BoundState {
  if (value === null || of < LEAST_COUNTED) return state;
  if (meetsBound(figure, value, bound)) return "met";
  return meetsBound(figure, figure === "survival" ? high : low, bound) ? state : "crossed";
}

export function boundHeadline(
  { figure, bound, state }: Bound,
  { of, share: { value, low, high } }: BoundedShare,
): string {
  const found = `${FIGURE_NAMES[figure]}: ${percent(value ?? 0)} (${percent(low)} to ${percent(high)}) of ${of}`;
  if (state === "met") return `${found}, which meets the bound of ${percent(bound)} again`;
  return `${found}, ${figure === "survival" ? "below" : "above"} the bound of ${percent(bound)}`;
}

const percent = (share: number) => `${Number((100 * share).toFixed(1))}%`;
