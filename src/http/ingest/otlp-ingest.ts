/** Steps that are made of spans, on their way to their graph objects. */

import type { LogEvent } from "../../event-store/log/incoming-events.ts";
import type { MappedSpan } from "../../otlp/map-spans.ts";
import { boundEvent } from "../../protocol/events/batch.ts";
import type { ProjectServices } from "../context.ts";
import { appendByGraph, PART_CHARS, toLogEvent } from "./ingest.ts";

/**
 * Each is an object that may have to be made, and the platform bounds how many one request and one
 * account may. An exporter's batch of the default size, 512 spans, is within it.
 */
const MAX_GRAPHS = 600;
const TOLD_EVENTS = 3;

export interface AppendedSpans {
  /** Spans of which something, or everything, is not stored. */
  readonly rejected: number;
  /** Sentences on what was cut or left out. */
  readonly notes: readonly string[];
}

/**
 * Answers once all of them are durable.
 *
 * @param steps graph by graph
 * @throws ApiError 429 where a graph object is overloaded: sending again doubles nothing
 */
export async function appendMapped(
  project: Pick<ProjectServices, "append">,
  steps: Iterable<MappedSpan>,
): Promise<AppendedSpans> {
  const graphs = new Set<string>();
  const tooLarge: string[] = [];
  let held = new Map<string, LogEvent[]>();
  let [chars, cut, damaged, beyond] = [0, 0, 0, 0];
  for (const { graph, events } of steps) {
    if (graphs.size === MAX_GRAPHS && !graphs.has(graph)) {
      beyond++;
      continue;
    }
    graphs.add(graph);
    const bounded = events.map((event) => ({ id: event.id, ...boundEvent(event) }));
    if (bounded.some(({ ok }) => !ok)) damaged++;
    const kept = held.get(graph) ?? [];
    for (const result of bounded) {
      if (!result.ok) {
        tooLarge.push(`Of ${result.id}, ${result.message}`);
        continue;
      }
      cut += result.cut.length;
      chars += result.json.length;
      kept.push(toLogEvent(result));
    }
    if (kept.length > 0) held.set(graph, kept);
    if (chars > PART_CHARS) {
      await appendByGraph(project, undefined, held);
      held = new Map();
      chars = 0;
    }
  }
  await appendByGraph(project, undefined, held);
  const notes = tooLarge.slice(0, TOLD_EVENTS);
  if (tooLarge.length > notes.length) {
    notes.push(`${tooLarge.length - notes.length} more events are too large.`);
  }
  if (cut > 0) notes.push(`${cut} texts are longer than their limit and were cut.`);
  if (beyond > 0) notes.push(`${beyond} spans ${BEYOND}`);
  return { rejected: damaged + beyond, notes };
}

const BEYOND = `were not stored: they belong to other graphs than the first ${MAX_GRAPHS} of the request. Send fewer spans at once (OTEL_BSP_MAX_EXPORT_BATCH_SIZE; send_batch_max_size of a collector), and name the user or the conversation on every span.`;
