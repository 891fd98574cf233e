import type { Context, TypedResponse } from "hono";
import type { JSONValue } from "hono/utils/types";
import { annotationsOf } from "../../../attribution/cases/write-annotations.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import { writeSmartcomment } from "../../../graph/smartcomment/export.ts";
import { exportGraph as declaration } from "../../../protocol/routes/graphs.ts";
import { tooCostly } from "../../bounded-work.ts";
import type { HttpEnv } from "../../context.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { operation, router } from "../../route.ts";

/** Characters of the values of one export. Changes of a long text are few, and their values many. */
const MAX_EXPORTED_CHARS = 128 * 1024 * 1024;

export const exportGraph = router().openapi(operation(declaration), async (c) => {
  const { graph } = c.req.valid("param");
  const isLabelled = c.req.valid("query").labels === "true";
  const labelled = isLabelled ? await c.get("project").cases.labelled(graph) : undefined;
  const [loaded] = await loadChanged(c, [graph], labelled);
  if (loaded === undefined) return unchanged(c);
  checkWeight(loaded, graph);
  const annotations = labelled && annotationsOf(loaded, labelled);
  const name = graph.replaceAll(/[^\w.-]+/g, "_").slice(0, 100);
  c.header("Content-Disposition", `attachment; filename="${name}.json"`);
  return jsonParts(c, writeSmartcomment(loaded, annotations));
});

function checkWeight({ rows }: EvolutionGraph, graph: string): void {
  let chars = 0;
  for (const row of rows.variables) chars += Math.max(0, rows.values.chars(row));
  if (chars <= MAX_EXPORTED_CHARS) return;
  throw tooCostly(
    `The values of this graph have ${chars} characters in total, above the limit of ${MAX_EXPORTED_CHARS} for one export. Read the recorded events from \`/v1/graphs/${encodeURIComponent(graph)}/live?from=start\`, or records from \`…/part\` and their values from \`…/variables/{variable}\`.`,
  );
}

/** Answers with JSON text that is made part by part, as fast as the client takes it. */
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
