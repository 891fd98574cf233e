/**
 * A scripted service that takes events into graphs, and answers requests for their store and
 * operations as the real service does.
 */
import { buildGraph } from "../../../src/graph/build/build-graph.ts";
import type { EvolutionGraph } from "../../../src/graph/evolution-graph.ts";
import { storeAt } from "../../../src/graph/memory/store.ts";
import { readBatch } from "../../../src/protocol/events/batch.ts";
import type { TraceEvent } from "../../../src/protocol/events/events.ts";
import { answerJson, refuse, type ScriptedService, scriptedService } from "./scripted-service.ts";

export interface MemoryService extends ScriptedService {
  /** All events, without duplicates. */
  readonly events: TraceEvent[];
  readonly rejected: string[];
  graph(id: string): EvolutionGraph;
  /** Returns the current values in the store, by the names of the units. */
  store(id: string): Record<string, string>;
}

export async function memoryService(): Promise<MemoryService> {
  const events: TraceEvent[] = [];
  const rejected: string[] = [];
  const graph = (id: string) =>
    buildGraph(
      id,
      events.filter((event) => event.graph === id),
    );
  const unitsOf = (id: string) => storeAt(graph(id), Number.POSITIVE_INFINITY);
  const service = await scriptedService({
    answer: (request, response, body) => {
      const path = decodeURIComponent(`${request.url}`.split("?")[0] ?? "");
      if (request.method === "POST") {
        const read = readBatch(body);
        if (!read.ok) return refuse(response, 400, "invalid_json", "no events");
        rejected.push(...read.value.rejected.map(({ message }) => message));
        const before = events.length;
        for (const { event } of read.value.events)
          if (!events.some(({ id, graph }) => id === event.id && graph === event.graph))
            events.push(event);
        const accepted = events.length - before;
        const { rejected: refused, cut } = read.value;
        return answerJson(response, 202, {
          ...{ accepted, duplicates: read.value.events.length - accepted },
          ...{ rejected: refused, cut },
        });
      }
      const [, id = "", what, name] = /^\/v1\/graphs\/([^/]+)\/(\w+)\/?(.*)$/.exec(path) ?? [];
      const isThere = events.some((event) => event.graph === id);
      if (isThere && what === "store") {
        const items = unitsOf(id).map(({ id, name, value, comment }) => ({
          ...{ id, name, value, comment, length: value.length },
        }));
        return answerJson(response, 200, { items, next: null });
      }
      if (isThere && what === "operations" && graph(id).operations.has(`${name}`))
        return answerJson(response, 200, { id: name });
      return refuse(response, 404, "not_found", "There is no such thing.");
    },
  });
  return {
    ...{ ...service, events, rejected, graph },
    store: (id) => Object.fromEntries(unitsOf(id).map(({ name, value }) => [name, value])),
  };
}
