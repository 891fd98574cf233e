/** What every way in has in common: events on their way to the graph object. */
import { mayOpenCase } from "../../attribution/cases/may-open-case.ts";
import type { AppendAnswer } from "../../event-store/log/graph-log.ts";
import type { LogEvent } from "../../event-store/log/incoming-events.ts";
import type { AdmittedEvent } from "../../protocol/events/batch.ts";
import type { ProjectServices } from "../context.ts";
import { ApiError } from "../errors.ts";

export function toLogEvent({ event, json }: Pick<AdmittedEvent, "event" | "json">): LogEvent {
  return {
    id: event.id,
    type: event.type,
    json,
    opensCase: mayOpenCase(event),
  };
}

/** JSON characters of events that are held, or go to a graph object, at once. */
export const PART_CHARS = 4_000_000;
/** As many as the platform holds connections open for one request. */
const GRAPHS_AT_ONCE = 6;

/**
 * Durable once it resolves.
 *
 * @throws ApiError 429 where a graph object is overloaded: others may have stored theirs
 */
export async function appendByGraph(
  project: Pick<ProjectServices, "append">,
  batch: string | undefined,
  byGraph: ReadonlyMap<string, readonly LogEvent[]>,
): Promise<AppendAnswer[]> {
  const answers: AppendAnswer[] = [];
  const waiting = byGraph.entries();
  const appendNext = async () => {
    for (const [graph, events] of waiting) {
      const result = await project.append(graph, batch, events);
      if (!result.ok) throw overloaded();
      answers.push(result.answer);
    }
  };
  const atOnce = Math.min(GRAPHS_AT_ONCE, byGraph.size);
  await Promise.all(Array.from({ length: atOnce }, appendNext));
  return answers;
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
