import type { LogEvent } from "../../event-store/log/incoming-events.ts";
import type { MappedSpan } from "../../otlp/map-spans.ts";
import { boundEvent } from "../../protocol/events/bound-event.ts";
import { redactEvent, redactedId } from "../../redaction/redact-event.ts";
import type { ProjectServices } from "../context.ts";
import { appendByGraph, GraphAllowance, PART_CHARS, toLogEvent } from "./ingest.ts";

/**
 * Maximum number of graphs that one request writes. By default, exporters send batches of 512
 * spans, so their requests write fewer graphs.
 */
const MAX_WRITTEN_GRAPHS = 600;
/**
 * The spans of one request can belong to at most this many graphs. For each of these graphs, the
 * request calls a Durable Object, even if all its spans are already stored.
 */
export const MAX_NAMED_GRAPHS = 1_000;
const TOLD_EVENTS = 3;

export interface AppendedSpans {
  /** Number of spans that were not stored completely. */
  readonly rejected: number;
  /** Sentences for the sender about cut texts and events that were not stored. */
  readonly notes: readonly string[];
}

/**
 * Stores the events of the spans. When the promise resolves, they are stored durably.
 *
 * @param steps events of spans, with their graph
 * @throws ApiError if a Durable Object is overloaded, or if the spans name too many graphs. The
 * client can then send the same spans again, and only the missing ones are stored.
 */
export async function appendMapped(
  project: Pick<ProjectServices, "append" | "redaction">,
  steps: Iterable<MappedSpan>,
): Promise<AppendedSpans> {
  const redaction = await project.redaction.active();
  const allowance = new GraphAllowance(MAX_WRITTEN_GRAPHS);
  const tooLarge: string[] = [];
  let held = new Map<string, LogEvent[]>();
  let [chars, cut, damaged] = [0, 0, 0];
  for (const { graph: given, events } of steps) {
    const graph = redaction === undefined ? given : redactedId(given, redaction.redactor);
    let isDamaged = false;
    for (const event of events) {
      // Redact one event at a time. Each event can repeat a long text of the span, so all redacted
      // events together might not fit into memory.
      const result = boundEvent(
        redaction === undefined ? event : redactEvent(event, redaction.redactor),
      );
      if (!result.ok) {
        tooLarge.push(`Of ${event.id}, ${result.fault}`);
        isDamaged = true;
        continue;
      }
      cut += result.value.cut.length;
      chars += result.value.json.length;
      const kept = held.get(graph) ?? [];
      kept.push(toLogEvent(result.value));
      held.set(graph, kept);
      if (chars > PART_CHARS) {
        await appendByGraph(project, undefined, held, allowance);
        held = new Map();
        chars = 0;
      }
    }
    if (isDamaged) damaged++;
  }
  await appendByGraph(project, undefined, held, allowance);
  if (redaction !== undefined) project.redaction.count(redaction, true);
  const notes = tooLarge.slice(0, TOLD_EVENTS);
  if (tooLarge.length > notes.length) {
    notes.push(`${tooLarge.length - notes.length} more events are too large.`);
  }
  if (cut > 0) notes.push(`${cut} texts were cut because they exceed their limit.`);
  return { rejected: damaged, notes };
}
