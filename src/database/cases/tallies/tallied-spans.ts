/**
 * Divides a period into full days, full hours and incomplete hours. Incomplete hours have no
 * tallies.
 */
import type { CaseSelection } from "../../../protocol/api/insights/case-selection.ts";
import { DAY_MS, HOUR_MS } from "../../../reports/over-time.ts";

/**
 * The period from the earliest to the latest time that a JavaScript date can have. It begins and
 * ends at midnight in UTC, so it contains only full days.
 */
export const ALL_TIME: Span = { from: -8_640_000_000_000_000, to: 8_640_000_000_000_000 };

/** A period that includes `from` but not `to`, in milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** If the filter has no start or no end, uses that of `ALL_TIME`. */
export const periodOf = ({ from, to }: Pick<CaseSelection, "from" | "to">): Span => ({
  from: from ? Date.parse(from) : ALL_TIME.from,
  to: to ? Date.parse(to) : ALL_TIME.to,
});

export const selectionIn = (filter: CaseSelection, { from, to }: Span): CaseSelection => ({
  ...filter,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

export interface TalliedSpan extends Span {
  readonly hours: 1 | 24;
}

export interface DividedPeriod {
  readonly tallied: readonly TalliedSpan[];
  /** Incomplete hours. They have no tally, so their rows must be read. */
  readonly rest: readonly Span[];
}

const floor = (at: number, length: number) => Math.floor(at / length) * length;
const ceil = (at: number, length: number) => Math.ceil(at / length) * length;
const isFilled = ({ from, to }: Span) => from < to;

/**
 * @param hasDays false if the caller counts by hour. Then the result has hours instead of whole
 * days, because a daily tally does not say how many answers each hour has
 */
export function dividePeriod({ from, to }: Span, hasDays: boolean): DividedPeriod {
  const hours = { from: ceil(from, HOUR_MS), to: floor(to, HOUR_MS) };
  if (!isFilled(hours)) return { tallied: [], rest: [{ from, to }] };
  const rest = [
    { from, to: hours.from },
    { from: hours.to, to },
  ].filter(isFilled);
  const days = { from: ceil(hours.from, DAY_MS), to: floor(hours.to, DAY_MS) };
  if (!hasDays || !isFilled(days)) return { tallied: [{ ...hours, hours: 1 }], rest };
  const tallied: TalliedSpan[] = [
    { from: hours.from, to: days.from, hours: 1 },
    { ...days, hours: 24 },
    { from: days.to, to: hours.to, hours: 1 },
  ];
  return { tallied: tallied.filter(isFilled), rest };
}

/**
 * Joins spans that touch or overlap. If more than `most` spans remain, returns one span that covers
 * all.
 */
export function joinSpans(spans: readonly Span[], most: number): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && last.to >= span.from) {
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    } else joined.push(span);
  }
  const [first] = joined;
  const end = joined.at(-1);
  if (joined.length <= most || first === undefined || end === undefined) return joined;
  return [{ from: first.from, to: end.to }];
}
