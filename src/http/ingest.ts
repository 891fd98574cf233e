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

export function overloaded(): ApiError {
  return new ApiError(
    "overloaded",
    "The graph takes in more than it can store right now. Send the same batch again.",
    { retryAfter: 2 },
  );
}
