/** Events that are made of spans, on their way to their graph objects. */
import { boundEvent } from "../protocol/batch.ts";
import type { TraceEvent } from "../protocol/events.ts";
import type { LogEvent } from "../storage/incoming-events.ts";
import type { ProjectServices } from "./context.ts";
import { overloaded, toLogEvent } from "./ingest.ts";

/** JSON characters that are held before they go to their graph objects. */
const PART_CHARS = 4_000_000;

/**
 * Answers once all of them are durable; with sentences on what was cut or left out.
 *
 * @throws ApiError 429 where a graph object is overloaded: sending again doubles nothing
 */
export async function appendMapped(
  project: Pick<ProjectServices, "append">,
  events: Iterable<TraceEvent>,
): Promise<string[]> {
  const notes: string[] = [];
  let byGraph = new Map<string, LogEvent[]>();
  let chars = 0;
  let cut = 0;
  for (const event of events) {
    const bounded = boundEvent(event);
    if (!bounded.ok) {
      notes.push(`Of ${event.id}, ${bounded.message}`);
      continue;
    }
    cut += bounded.cut.length;
    chars += bounded.json.length;
    const known = byGraph.get(event.graph) ?? [];
    known.push(toLogEvent(bounded));
    byGraph.set(event.graph, known);
    if (chars > PART_CHARS) {
      await appendAll(project, byGraph);
      byGraph = new Map();
      chars = 0;
    }
  }
  await appendAll(project, byGraph);
  if (cut > 0) notes.push(`${cut} texts are longer than their limit and were cut.`);
  return notes;
}

async function appendAll(
  project: Pick<ProjectServices, "append">,
  byGraph: ReadonlyMap<string, readonly LogEvent[]>,
): Promise<void> {
  const appended = [...byGraph].map(([graph, events]) => project.append(graph, undefined, events));
  for (const { ok } of await Promise.all(appended)) if (!ok) throw overloaded();
}
