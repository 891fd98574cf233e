/**
 * Splits the events of a graph file into batches. Each batch is sent to the service in one request.
 */
import { eventsOf } from "../graph/build/graph-events.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { asImported } from "../graph/smartcomment/imported-event.ts";
import { type BoundedEvent, boundEvent } from "../protocol/events/bound-event.ts";
import { bodyOf, inRequests } from "../protocol/events/event-requests.ts";
import type { Hashing } from "./hashing.ts";

export interface EventBatch {
  readonly index: number;
  /** The events as NDJSON. */
  readonly body: string;
  readonly events: number;
  /** Number of texts that were shortened. */
  readonly cut: number;
}

/** An event that the service would refuse. The message names its record and the reason. */
export class RefusedEvent extends Error {}

/**
 * Yields the batches of a graph. A repeated import gives the same batches, except for the import
 * time in the events.
 * @param imported the time of the import in milliseconds
 * @throws RefusedEvent
 */
export function* eventBatches(
  graph: EvolutionGraph,
  digest: string,
  imported: number,
  hashing: Hashing,
): Generator<EventBatch> {
  let index = 0;
  for (const events of inRequests(boundedEvents(graph, digest, imported, hashing))) {
    const cut = events.reduce((sum, event) => sum + event.cut.length, 0);
    yield { index, body: bodyOf(events), events: events.length, cut };
    index += 1;
  }
}

function* boundedEvents(
  graph: EvolutionGraph,
  digest: string,
  imported: number,
  hashing: Hashing,
): Generator<BoundedEvent> {
  for (const event of eventsOf(graph, digest)) {
    const bounded = boundEvent(event, (whole) => asImported(whole, imported, hashing.ofText));
    if (!bounded.ok) throw new RefusedEvent(`${event.id}: ${bounded.fault}`);
    yield bounded.value;
  }
}
