/** Returns the events in a graph's packs, in the order in which the service accepted them. */

import type { GraphRepository } from "../../../src/database/graphs/graph-repository.ts";
import type { TraceEvent } from "../../../src/protocol/events/events.ts";

export async function packedEvents(
  repository: GraphRepository,
  graph: string,
): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  for (;;) {
    const pack = await repository.packAt(graph, events.length);
    if (pack === undefined || pack.first + pack.lines.length <= events.length) return events;
    events.push(...pack.lines.map((line): TraceEvent => JSON.parse(line)));
  }
}
