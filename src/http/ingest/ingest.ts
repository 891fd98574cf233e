/** Sends events to the Durable Objects of their graphs, for JSON events and OTLP spans. */
import { mayOpenCase } from "../../attribution/cases/discover-cases.ts";
import { forEachGivingWay } from "../../database/giving-way.ts";
import type { AppendAnswer } from "../../event-store/log/graph-log.ts";
import type { LogEvent } from "../../event-store/log/incoming-events.ts";
import type { AdmittedEvent } from "../../protocol/events/batch.ts";
import { OVERLOADED_RETRY_SECONDS } from "../../protocol/limits.ts";
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

/**
 * Events of OTLP spans are collected before they are sent to the Durable Objects. They are sent as
 * soon as they have more characters than this, written as JSON.
 */
export const PART_CHARS = 4_000_000;
/** The platform allows six open connections per request. */
const GRAPHS_AT_ONCE = 6;
const TOO_MANY_GRAPHS_RETRY_SECONDS = 1;

/** Counts the graphs that one request has written, up to a maximum. */
export class GraphAllowance {
  readonly #most: number;
  readonly #written = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  get written(): number {
    return this.#written.size;
  }

  take(graph: string): void {
    this.#written.add(graph);
  }

  get most(): number {
    return this.#most;
  }

  admits(graph: string): boolean {
    return this.#written.size < this.#most || this.#written.has(graph);
  }
}

/**
 * Stores the events. When the promise resolves, they are stored durably.
 *
 * @param allowance limits how many graphs the request can write. A graph that an earlier attempt
 * has stored does not count. So a client can repeat the request to write the remaining graphs.
 * @throws ApiError 429 if a Durable Object is overloaded, or if the allowance is used up. Some
 * events may be stored by then. The client can send all events again, and nothing is stored twice.
 */
export async function appendByGraph(
  project: Pick<ProjectServices, "append">,
  batch: string | undefined,
  byGraph: ReadonlyMap<string, readonly LogEvent[]>,
  allowance: GraphAllowance,
): Promise<AppendAnswer[]> {
  const answers: AppendAnswer[] = [];
  let left = 0;
  await forEachGivingWay(byGraph, GRAPHS_AT_ONCE, async ([graph, events]) => {
    if (!allowance.admits(graph)) {
      left += 1;
      return;
    }
    const result = await project.append(graph, batch, events);
    if (!result.ok) throw overloaded();
    const { accepted, repeated } = result.value;
    if (accepted > 0 && !repeated) allowance.take(graph);
    answers.push(result.value);
  });
  if (left > 0) throw tooManyGraphs(left, allowance);
  return answers;
}

function tooManyGraphs(left: number, { written, most }: GraphAllowance): ApiError {
  return new ApiError(
    "too_many_graphs",
    `graph: the request names too many graphs. Events of ${written} graphs were stored now; events of ${left} graphs were not. Send the same request again: it stores more of these graphs and changes no stored graph. From now on, put at most ${most} graphs into one request.`,
    { retryAfter: TOO_MANY_GRAPHS_RETRY_SECONDS },
  );
}

/** Returns `repeated` if every part of the batch was already stored. */
export function repetitionOf(parts: readonly AppendAnswer[]): { repeated?: true } {
  const isRepeated = parts.length > 0 && parts.every(({ repeated }) => repeated);
  return isRepeated ? { repeated: true } : {};
}

export function overloaded(): ApiError {
  return new ApiError(
    "overloaded",
    "The graph cannot store more events right now. Send the same batch again.",
    { retryAfter: OVERLOADED_RETRY_SECONDS },
  );
}
