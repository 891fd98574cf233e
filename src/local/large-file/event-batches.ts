/** The events of a graph file in batches, as requests to the service hold them. */
import { createHash } from "node:crypto";
import { eventsOf } from "../../graph/build/graph-events.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { asImported } from "../../graph/smartcomment/imported-event.ts";
import { boundEvent } from "../../protocol/events/bound-event.ts";
import { MAX_BATCH_EVENTS } from "../../protocol/limits.ts";

export interface EventBatch {
  readonly index: number;
  /** NDJSON. */
  readonly body: string;
  readonly events: number;
  /** Number of texts that were cut. */
  readonly cut: number;
}

/** Below the limit of a request also if every character takes three bytes. */
const MAX_CHARS = 2_500_000;

/** An event that the service would refuse. The message names its record and the reason. */
export class RefusedEvent extends Error {}

/**
 * The same batches for the same graph, whatever `imported` is.
 * @param imported the time of the import in milliseconds
 * @throws RefusedEvent
 */
export function* eventBatches(
  graph: EvolutionGraph,
  digest: string,
  imported: number,
): Generator<EventBatch> {
  let lines: string[] = [];
  let [index, chars, cut] = [0, 0, 0];
  const batch = (): EventBatch => ({ index, body: lines.join("\n"), events: lines.length, cut });
  for (const event of eventsOf(graph, digest)) {
    const bounded = boundEvent(event, (whole) => asImported(whole, imported, sha256));
    if (!bounded.ok) throw new RefusedEvent(`${event.id}: ${bounded.fault}`);
    const { json } = bounded.value;
    if (
      lines.length === MAX_BATCH_EVENTS ||
      (lines.length > 0 && chars + json.length > MAX_CHARS)
    ) {
      yield batch();
      lines = [];
      [index, chars, cut] = [index + 1, 0, 0];
    }
    lines.push(json);
    chars += json.length;
    cut += bounded.value.cut.length;
  }
  if (lines.length > 0) yield batch();
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");
