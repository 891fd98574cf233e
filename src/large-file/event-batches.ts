/** Splits a graph file's events into batches, one per request to the service. */
import { eventsOf } from "../graph/build/graph-events.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { asImported } from "../graph/smartcomment/imported-event.ts";
import { type BoundedEvent, boundEvent } from "../protocol/events/bound-event.ts";
import { bodyOf, RequestGrouping } from "../protocol/events/event-requests.ts";
import type { ImportRuntime } from "./import-runtime.ts";

/**
 * The loop over the events runs for this long, and then pauses. In the pause, other tasks can run,
 * such as sending the previous batch.
 */
const TURN_MS = 5;

export interface EventBatch {
  readonly index: number;
  /** NDJSON. */
  readonly body: string;
  readonly events: number;
  /** Number of texts that were cut to the service's limits. */
  readonly cut: number;
}

/** The service would refuse an event. The message names the record and the reason. */
export class RefusedEvent extends Error {}

/**
 * The same file always yields the same batches, except for the import time in the events.
 * @throws RefusedEvent
 */
export async function* eventBatches(
  graph: EvolutionGraph,
  digest: string,
  runtime: ImportRuntime,
): AsyncGenerator<EventBatch> {
  const grouping = new RequestGrouping<BoundedEvent>();
  let index = 0;
  let turnEnds = Date.now() + TURN_MS;
  for (const event of boundedEvents(graph, digest, runtime)) {
    const full = grouping.add(event);
    if (full !== undefined) yield batchOf(full, index++);
    if (Date.now() < turnEnds) continue;
    await runtime.giveWay();
    turnEnds = Date.now() + TURN_MS;
  }
  if (grouping.last.length > 0) yield batchOf(grouping.last, index);
}

function batchOf(events: readonly BoundedEvent[], index: number): EventBatch {
  const cut = events.reduce((sum, event) => sum + event.cut.length, 0);
  return { index, body: bodyOf(events), events: events.length, cut };
}

function* boundedEvents(
  graph: EvolutionGraph,
  digest: string,
  { now, hashing }: ImportRuntime,
): Generator<BoundedEvent> {
  for (const event of eventsOf(graph, digest)) {
    const bounded = boundEvent(event, (whole) => asImported(whole, now, hashing.ofText));
    if (!bounded.ok) throw new RefusedEvent(`${event.id}: ${bounded.fault}`);
    yield bounded.value;
  }
}
