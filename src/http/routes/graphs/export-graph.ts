import type { Context, TypedResponse } from "hono";
import type { JSONValue } from "hono/utils/types";
import { annotationsOf } from "../../../attribution/cases/write-annotations.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import { writeSmartcomment } from "../../../graph/smartcomment/export.ts";
import { exportGraph as declaration } from "../../../protocol/routes/graphs.ts";
import { tooCostly } from "../../bounded-work.ts";
import type { HttpEnv } from "../../context.ts";
import { MAX_EXPORTED_CHARS, valueChars } from "../../graphs/export-weight.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { operation, router } from "../../route.ts";

/**
 * Maximum number of bytes of the texts of labelled cases. An export keeps all these texts in
 * memory.
 */
const MAX_LABELLED_BYTES = 16 * 1024 * 1024;

export const exportGraph = router().openapi(operation(declaration), async (c) => {
  const { graph } = c.req.valid("param");
  const { cases } = c.get("project");
  const isLabelled = c.req.valid("query").labels === "true";
  const labelled = isLabelled ? await cases.labelledState(graph) : undefined;
  const [loaded] = await loadChanged(c, [graph], labelled);
  if (loaded === undefined) return unchanged(c);
  checkWeight(loaded, graph);
  if (labelled !== undefined) checkLabelled(labelled.bytes, graph);
  const annotations = labelled && annotationsOf(loaded, await cases.labelled(graph));
  const name = graph.replaceAll(/[^\w.-]+/g, "_").slice(0, 100);
  c.header("Content-Disposition", `attachment; filename="${name}.json"`);
  return jsonParts(c, writeSmartcomment(loaded, annotations && { annotations }));
});

function checkLabelled(bytes: number, graph: string): void {
  if (bytes <= MAX_LABELLED_BYTES) return;
  throw tooCostly(
    `The labelled cases of this graph have ${bytes} bytes of text, above the limit of ${MAX_LABELLED_BYTES} for one export. Leave out \`labels\`, and read the cases from \`/v1/cases?labelled=true&graph=${encodeURIComponent(graph)}\`.`,
  );
}

function checkWeight(loaded: EvolutionGraph, graph: string): void {
  const chars = valueChars(loaded);
  if (chars <= MAX_EXPORTED_CHARS) return;
  throw tooCostly(
    `The values of this graph have ${chars} characters in total, above the limit of ${MAX_EXPORTED_CHARS} for one export. Read the recorded events from \`/v1/graphs/${encodeURIComponent(graph)}/live?from=start\`, or records from \`…/part\` and their values from \`…/variables/{variable}\`.`,
  );
}

/** Streams JSON only as fast as the client receives it. */
function jsonParts(c: Context<HttpEnv>, parts: Iterator<string>) {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const { done, value } = parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  const answer: Response = c.body(body, 200, { "Content-Type": "application/json" });
  return answer as Response & TypedResponse<Record<string, JSONValue>, 200, "json">;
}
