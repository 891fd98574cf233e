/** What every way in has in common: events on their way to the graph object. */
import { mayOpenCase } from "../attribution/may-open-case.ts";
import type { AdmittedEvent } from "../protocol/batch.ts";
import type { AppendAnswer } from "../storage/graph-log.ts";
import type { LogEvent } from "../storage/incoming-events.ts";
import { ApiError } from "./errors.ts";

export function toLogEvent({ event, json }: Pick<AdmittedEvent, "event" | "json">): LogEvent {
  return {
    id: event.id,
    type: event.type,
    json,
    opensCase: mayOpenCase(event),
  };
}

/** Of a batch, from what became of its parts. */
export function repetitionOf(parts: readonly AppendAnswer[]): { repeated?: true } {
  const isRepeated = parts.length > 0 && parts.every(({ repeated }) => repeated);
  return isRepeated ? { repeated: true } : {};
}

/** JSON characters that go to the graph object at once. */
const PART_CHARS = 4_000_000;

/** As many events as one call of the graph object may bring. */
export function inParts(events: readonly LogEvent[]): LogEvent[][] {
  const parts: LogEvent[][] = [[]];
  let chars = 0;
  for (const event of events) {
    if (chars > PART_CHARS) {
      parts.push([]);
      chars = 0;
    }
    parts.at(-1)?.push(event);
    chars += event.json.length;
  }
  return parts;
}

export function overloaded(): ApiError {
  return new ApiError(
    "overloaded",
    "The graph takes in more than it can store right now. Send the same batch again.",
    { retryAfter: 2 },
  );
}
