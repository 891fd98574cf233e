import { createHash } from "node:crypto";
import type { Context, TypedResponse } from "hono";
import type { JSONValue } from "hono/utils/types";
import * as z from "zod";
import { annotationsOf } from "../../../attribution/cases/write-annotations.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import { writeSmartcomment } from "../../../graph/smartcomment/export.ts";
import {
  GraphSummary,
  ImportAnswer,
  OperationView,
  Page,
  VariableView,
} from "../../../protocol/api/api.ts";
import { OperationQuery } from "../../../protocol/api/graph-queries.ts";
import { MAX_GRAPH_BODY_BYTES } from "../../../protocol/limits.ts";
import { tooCostly } from "../../bounded-work.ts";
import type { HttpEnv } from "../../context.ts";
import { ApiError, notFound } from "../../errors.ts";
import { parseGraphFile } from "../../graphs/graph-file.ts";
import { isSeenAnswer, loadChanged, UNCHANGED, unchanged } from "../../graphs/graph-revision.ts";
import { viewOperation, viewVariable } from "../../graphs/graph-views.ts";
import { importGraph } from "../../graphs/import-graph.ts";
import { missingOperation, missingVariable } from "../../graphs/missing-record.ts";
import { overloaded } from "../../ingest/ingest.ts";
import { readText } from "../../ingest/request-body.ts";
import { json, operation, PageQuery, router } from "../../route.ts";

const GraphParam = z.object({ graph: z.string() });

const importFile = operation(
  "ingest",
  ["invalid_json", "too_large", "unsupported_media_type", "damaged_graph"],
  {
    method: "post",
    path: "/graphs",
    tags: ["Graphs"],
    summary: "Import a graph file",
    description:
      "A smartcomment export or a MemTraceBench file (its annotations become cases); gzip with `Content-Encoding: gzip`. A damaged file is refused as a whole. A repeated import adds only new data. If files of one graph contradict each other in a record, the latest import wins. Known data changes nothing, whichever file repeats it.",
    request: {
      body: {
        required: true,
        content: {
          "application/octet-stream": {
            schema: z.string().meta({ format: "binary", description: "the file's JSON" }),
          },
        },
      },
    },
    responses: {
      201: json(ImportAnswer, "The graph is durable. Attribution of wrong answers follows."),
    },
  },
);

const list = operation("read", [], {
  method: "get",
  path: "/graphs",
  tags: ["Graphs"],
  summary: "List graphs, most recently changed first",
  request: { query: PageQuery },
  responses: { 200: json(Page(GraphSummary), "One page."), ...UNCHANGED },
});

const show = operation("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}",
  tags: ["Graphs"],
  summary: "Show a graph's figures",
  request: { params: GraphParam },
  responses: {
    200: json(GraphSummary, "The figures, including all acknowledged events."),
    ...UNCHANGED,
  },
});

/** Characters of the values of one export. Changes of a long text are few, and their values many. */
const MAX_EXPORTED_CHARS = 128 * 1024 * 1024;

const exportFile = operation("read", ["not_found", "too_costly"], {
  method: "get",
  path: "/graphs/{graph}/export",
  tags: ["Graphs"],
  summary: "Export a graph as a smartcomment file",
  description:
    "An imported file is exported field by field, annotations included. With `labels=true` it is a MemTraceBench file: the annotations include the labels of its cases. Every value is complete, even if it was recorded as a change. A graph whose values total more than 134,217,728 characters is refused with 422.",
  request: {
    params: GraphParam,
    query: z.object({ labels: z.enum(["true", "false"]).default("false") }),
  },
  responses: {
    200: json(z.record(z.string(), z.unknown()), "The smartcomment export."),
    ...UNCHANGED,
  },
});

const showOperation = operation("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/operations/{operation}",
  tags: ["Graphs"],
  summary: "Show an operation with its inputs and outputs",
  description:
    'Of very many, the first: `part?of={"part":"operations","ids":[…]}` lists them all, `variables/{variable}` has a whole value.',
  request: { params: GraphParam.extend({ operation: z.string() }), query: OperationQuery },
  responses: {
    200: json(OperationView, "The operation, its variables with values, its links."),
    ...UNCHANGED,
  },
});

const showVariable = operation("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/variables/{variable}",
  tags: ["Graphs"],
  summary: "Show a variable with its value",
  description: "`variable` is an id, or a full name for its latest version.",
  request: { params: GraphParam.extend({ variable: z.string() }) },
  responses: { 200: json(VariableView, "One version of one value."), ...UNCHANGED },
});

export const graphs = router()
  .openapi(importFile, async (c) => {
    const text = await readText(c.req.raw, MAX_GRAPH_BODY_BYTES);
    const file = parseGraphFile(text);
    const digest = createHash("sha256").update(text).digest("base64url").slice(0, 22);
    const imported = await importGraph(c.get("project"), file, digest, c.get("services").now());
    if (imported.kind === "damaged") {
      const { path, message } = imported.damage;
      throw new ApiError("damaged_graph", `${path}: ${message}. Nothing was stored.`);
    }
    if (imported.kind === "overloaded") throw overloaded();
    return c.json(imported.answer, 201);
  })
  .openapi(list, async (c) => {
    const { cursor, limit } = c.req.valid("query");
    const page = await c.get("project").graphs.list(cursor, limit);
    if (isSeenAnswer(c, page)) return unchanged(c);
    return c.json(page, 200);
  })
  .openapi(show, async (c) => {
    const { graph } = c.req.valid("param");
    const project = c.get("project");
    await project.flush(graph);
    const found = await project.graphs.find(graph);
    if (found === undefined) throw notFound("graph");
    if (isSeenAnswer(c, found)) return unchanged(c);
    return c.json(found, 200);
  })
  .openapi(exportFile, async (c) => {
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
  })
  .openapi(showOperation, async (c) => {
    const { graph, operation: id } = c.req.valid("param");
    const [loaded] = await loadChanged(c, [graph]);
    if (loaded === undefined) return unchanged(c);
    const view = viewOperation(loaded, id, c.req.valid("query").first);
    if (view === undefined) throw missingOperation(id);
    return c.json(view, 200);
  })
  .openapi(showVariable, async (c) => {
    const { graph, variable: id } = c.req.valid("param");
    const [loaded] = await loadChanged(c, [graph]);
    if (loaded === undefined) return unchanged(c);
    const variable = loaded.variables.get(id) ?? loaded.versionsOf(id).at(-1);
    if (variable === undefined) throw missingVariable(loaded, id);
    return c.json(viewVariable(loaded, variable), 200);
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
