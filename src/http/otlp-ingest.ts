/** Events that were made of spans, on their way to their graph objects. */
import { boundEvent } from "../protocol/batch.ts";
import type { TraceEvent } from "../protocol/events.ts";
import type { LogEvent } from "../storage/incoming-events.ts";
import type { ProjectServices } from "./context.ts";
import { inParts, overloaded, toLogEvent } from "./ingest.ts";

/**
 * Answers once all of them are durable; with sentences on what was cut or left out.
 *
 * @throws ApiError 429 where a graph object is overloaded: sending again doubles nothing
 */
export async function appendMapped(
  project: Pick<ProjectServices, "append">,
  events: readonly TraceEvent[],
): Promise<string[]> {
  const byGraph = new Map<string, LogEvent[]>();
  const notes: string[] = [];
  let cut = 0;
  for (const event of events) {
    const bounded = boundEvent(event);
    if (!bounded.ok) {
      notes.push(`Of ${event.id}, ${bounded.message}`);
      continue;
    }
    cut += bounded.cut.length;
    const known = byGraph.get(event.graph) ?? [];
    known.push(toLogEvent(bounded));
    byGraph.set(event.graph, known);
  }
  await Promise.all(
    [...byGraph].map(async ([graph, own]) => {
      for (const part of inParts(own)) {
        const appended = await project.append(graph, undefined, part);
        if (!appended.ok) throw overloaded();
      }
    }),
  );
  if (cut > 0) notes.push(`${cut} texts are longer than their limit and were cut.`);
  return notes;
}
