/**
 * Decides when a figure of memory health crosses its bound, and when it meets the bound again.
 * Writes the message about the change.
 */
import type { MemoryHealth } from "../../protocol/api/explorer/health.ts";
import {
  type BoundState,
  FIGURE_NAMES,
  type HealthFigure,
  meetsBound,
} from "../../protocol/api/explorer/health-words.ts";

/**
 * If a share is computed from fewer facts, units or searches than this, chance has too much
 * influence on the share. So the bound keeps its state.
 */
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
 * Returns the new state of a bound. The state becomes `crossed` if the whole confidence interval is
 * on the wrong side of the bound. It becomes `met` if the share is on the right side. Otherwise, it
 * stays unchanged. So a share that varies around its bound does not change the state each time.
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
