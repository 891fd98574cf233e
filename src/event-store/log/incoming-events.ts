import { Buffer } from "node:buffer";
import type { TraceEvent } from "../../protocol/events/events.ts";

/** `json` is the stored text of the event, in one line. */
export interface LogEvent {
  readonly id: string;
  readonly type: TraceEvent["type"];
  readonly json: string;
  readonly opensCase: boolean;
}

export type Counts = Readonly<Partial<Record<TraceEvent["type"], number>>>;

/**
 * Contains several events in a few long values. If each event were an object of its own, passing
 * the events to the Durable Object would cost more than storing them.
 */
export interface IncomingEvents {
  readonly ids: readonly string[];
  /** The stored texts of the events, one event per line. */
  readonly lines: string;
  /** One digit per event: the index of its type in `TYPES`. */
  readonly types: string;
  /** Indexes of the events that can open a case. */
  readonly opening: readonly number[];
}

const TYPES = ["graph", "session", "operation", "variable", "link", "verdict"] as const;
const DIGITS = new Map(TYPES.map((type, digit) => [type, String(digit)]));
const VARIABLE = String(TYPES.indexOf("variable"));

export function incoming(events: readonly LogEvent[]): IncomingEvents {
  const opening: number[] = [];
  let types = "";
  for (const [place, { type, opensCase }] of events.entries()) {
    types += DIGITS.get(type);
    if (opensCase) opening.push(place);
  }
  return {
    ids: events.map(({ id }) => id),
    lines: events.map(({ json }) => json).join("\n"),
    ...{ types, opening },
  };
}

export function countsOf({ types }: IncomingEvents): Counts {
  const counts: Partial<Record<TraceEvent["type"], number>> = {};
  for (const digit of types) {
    const type = TYPES[Number(digit)] as TraceEvent["type"];
    counts[type] = (counts[type] ?? 0) + 1;
  }
  return counts;
}

/**
 * Whether a score of a judge is among the events. Such a score can open a case, and it is recorded
 * as a variable.
 */
export function hasScore({ types, opening }: IncomingEvents): boolean {
  return opening.some((place) => types[place] === VARIABLE);
}

/** Returns the events with the indexes in `places`, which must be in ascending order. */
export function picked(events: IncomingEvents, places: readonly number[]): IncomingEvents {
  if (places.length === events.ids.length) return events;
  return chosen(events, events.lines.split("\n"), places);
}

export interface Part {
  readonly events: IncomingEvents;
  /** Number of UTF-8 bytes of `lines`. */
  readonly bytes: number;
}

/** Splits the events into parts of at most `most` bytes. A larger event gets a part of its own. */
export function inParts(events: IncomingEvents, most: number): Part[] {
  const total = Buffer.byteLength(events.lines);
  if (total <= most) return [{ events, bytes: total }];
  const lines = events.lines.split("\n");
  const parts: Part[] = [];
  let places: number[] = [];
  let bytes = 0;
  const end = () => parts.push({ events: chosen(events, lines, places), bytes });
  for (const [place, line] of lines.entries()) {
    const size = Buffer.byteLength(line) + 1;
    if (places.length > 0 && bytes + size > most) {
      end();
      places = [];
      bytes = 0;
    }
    places.push(place);
    bytes += size;
  }
  end();
  return parts;
}

function chosen(
  { ids, types, opening }: IncomingEvents,
  lines: readonly string[],
  places: readonly number[],
): IncomingEvents {
  const opens = new Set(opening);
  return {
    ids: places.map((place) => ids[place] as string),
    lines: places.map((place) => lines[place]).join("\n"),
    types: places.map((place) => types[place]).join(""),
    opening: places.flatMap((place, at) => (opens.has(place) ? at : [])),
  };
}
