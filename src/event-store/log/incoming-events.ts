/** Events on their way into a graph's log. */
import { Buffer } from "node:buffer";
import type { TraceEvent } from "../../protocol/events/events.ts";

/** An event to be logged; `json` is its stored form, one line. */
export interface LogEvent {
  readonly id: string;
  readonly type: TraceEvent["type"];
  readonly json: string;
  /** Whether the event may open a case. */
  readonly opensCase: boolean;
}

export type Counts = Readonly<Partial<Record<TraceEvent["type"], number>>>;

/** Several of them as few values: as many objects would cost more to hand over than to store. */
export interface IncomingEvents {
  readonly ids: readonly string[];
  /** Their stored forms, one a line. */
  readonly lines: string;
  readonly counts: Counts;
  /** Places of those that may open a case. */
  readonly opening: readonly number[];
  /** Whether one of those is a judge's score. */
  readonly judged: boolean;
}

export function incoming(events: readonly LogEvent[]): IncomingEvents {
  const counts: Record<string, number> = {};
  const opening: number[] = [];
  let judged = false;
  for (const [place, { type, opensCase }] of events.entries()) {
    counts[type] = (counts[type] ?? 0) + 1;
    if (opensCase) opening.push(place);
    judged ||= opensCase && type === "variable";
  }
  return {
    ids: events.map(({ id }) => id),
    lines: events.map(({ json }) => json).join("\n"),
    ...{ counts, opening, judged },
  };
}

/** Those at these places, which ascend. */
export function picked(events: IncomingEvents, places: readonly number[]): IncomingEvents {
  if (places.length === events.ids.length) return events;
  const all = logEvents(events);
  return incoming(places.map((place) => all[place] as LogEvent));
}

export interface Part {
  readonly events: IncomingEvents;
  /** UTF-8 bytes of its lines. */
  readonly bytes: number;
}

/** As many parts as it takes to keep the lines of each, if they are several, below `most` bytes. */
export function inParts(events: IncomingEvents, most: number): Part[] {
  const total = Buffer.byteLength(events.lines);
  if (total <= most) return [{ events, bytes: total }];
  const parts: Part[] = [];
  let part: LogEvent[] = [];
  let bytes = 0;
  for (const event of logEvents(events)) {
    const size = Buffer.byteLength(event.json) + 1;
    if (part.length > 0 && bytes + size > most) {
      parts.push({ events: incoming(part), bytes });
      part = [];
      bytes = 0;
    }
    part.push(event);
    bytes += size;
  }
  return [...parts, { events: incoming(part), bytes }];
}

/** One by one again: rarely needed, so their types are read from their lines. */
function logEvents({ ids, lines, opening }: IncomingEvents): LogEvent[] {
  const opens = new Set(opening);
  const texts = lines.split("\n");
  return ids.map((id, place) => {
    const json = texts[place] as string;
    const { type }: TraceEvent = JSON.parse(json);
    return { id, type, json, opensCase: opens.has(place) };
  });
}
