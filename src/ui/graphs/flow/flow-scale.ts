/** Computes positions of times and rows in the flow drawing. */
import type { Flow } from "../../../protocol/api/explorer/flow.ts";
import { clockFor, dayOf, hourOf, secondOf, shortDayOf } from "../../text/time.ts";

export const ROW = { axis: 22, bins: 36, flags: 18, lane: 22, life: 18, title: 24 } as const;
/** Milliseconds to draw before and after the records, if all have the same time. */
const INSTANT_MS = 500;

export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export interface FlowScale {
  /** Drawn time range, always longer than 0. */
  readonly range: TimeRange;
  readonly labels: number;
  readonly width: number;
  readonly xOf: (at: number) => number;
  readonly timeAt: (x: number) => number;
  /**
   * Distance from the top of the drawing, in pixels: `laneTop` for a session (lane), and `lifeTop`
   * for a memory unit (life). `height` is the height of the whole drawing.
   */
  readonly laneTop: (place: number) => number;
  readonly lifeTop: (place: number) => number;
  readonly height: number;
  /** Formats a time. The shorter the range, the more precise the text. */
  readonly told: (iso: string) => string;
}

export function scaleOf(flow: Flow, width: number): FlowScale {
  const range = drawnRange(flow);
  const labels = Math.min(180, Math.max(72, width * 0.2));
  const drawn = Math.max(1, width - labels - 8);
  const lanes = ROW.axis + ROW.bins + ROW.flags + ROW.title;
  const lives = lanes + flow.lanes.length * ROW.lane + ROW.title;
  return {
    ...{ range, labels, width },
    xOf: (at) => labels + ((at - range.from) / (range.to - range.from)) * drawn,
    timeAt: (x) => range.from + ((x - labels) / drawn) * (range.to - range.from),
    laneTop: (place) => lanes + place * ROW.lane,
    lifeTop: (place) => lives + place * ROW.life,
    told: clockFor(range.to - range.from),
    height: lives + flow.lives.length * ROW.life + 8,
  };
}

export function drawnRange({ from, to }: Pick<Flow, "from" | "to">): TimeRange {
  const [first, last] = [Date.parse(from ?? ""), Date.parse(to ?? "")];
  if (Number.isNaN(first) || Number.isNaN(last)) return { from: 0, to: 1 };
  return last > first
    ? { from: first, to: last }
    : { from: first - INSTANT_MS, to: first + INSTANT_MS };
}

/** Moves the range. For example, with the share 0.5, moves it later by half of its length. */
export function panned({ from, to }: TimeRange, share: number): TimeRange {
  const by = (to - from) * share;
  return { from: from + by, to: to + by };
}

/**
 * @param at this time stays at the same place on the screen
 * @param factor a factor below 1 zooms in, and a factor above 1 zooms out
 */
export function zoomed({ from, to }: TimeRange, at: number, factor: number): TimeRange {
  const start = at - (at - from) * factor;
  return { from: start, to: Math.max(start + 1, at + (to - at) * factor) };
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  ...[1, 10, 100, SECOND, 5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
  ...[3 * HOUR, 6 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 90 * DAY, 365 * DAY],
];

export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Returns ticks at round times, at least about 120 pixels apart. */
export function ticksOf({ from, to }: TimeRange, width: number): Tick[] {
  const wanted = Math.max(1, Math.floor(width / 120));
  const least = (to - from) / wanted;
  const step = STEPS.find((each) => each >= least) ?? Math.ceil(least / (365 * DAY)) * 365 * DAY;
  const ticks: Tick[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to && ticks.length <= wanted; at += step) {
    ticks.push({ at, label: labelOf(at, step) });
  }
  return ticks;
}

function labelOf(at: number, step: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "";
  const iso = date.toISOString();
  if (step < SECOND) return `${iso.slice(17, 23)} s`;
  if (step < MINUTE) return secondOf(iso);
  if (step < DAY) return `${shortDayOf(iso)} ${hourOf(iso)}`;
  return dayOf(iso);
}

/** The latest time of a JavaScript Date. The earliest is its negative. */
const MAX_TIME = 8_640_000_000_000_000;

export function isoRange({ from, to }: TimeRange): { from: string; to: string } {
  const iso = (at: number) =>
    new Date(Math.round(Math.min(MAX_TIME, Math.max(-MAX_TIME, at)))).toISOString();
  return { from: iso(from), to: iso(to) };
}
