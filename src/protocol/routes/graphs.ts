/** Routes for graphs: import, export, records, live connection, deletion. */
import * as z from "zod";
import { GraphSummary, ImportAnswer, OperationView, Page, UserDeletion } from "../api/api.ts";
import { VariableDetail } from "../api/explorer/variable-detail.ts";
import { OperationQuery } from "../api/graph-queries.ts";
import { Project } from "../api/teams/project.ts";
import {
  LIVE_CLOSE,
  LIVE_KEY_PROTOCOL_PREFIX,
  LIVE_PROTOCOL,
  LiveMessage,
} from "../events/live.ts";
import { declare, json, PageQuery, UNCHANGED } from "./declaration.ts";

const GraphParam = z.object({ graph: z.string() });

export const importGraphFile = declare(
  "ingest",
  ["invalid_json", "too_large", "unsupported_media_type", "damaged_graph"],
  {
    method: "post",
    path: "/graphs",
    isRepeatable: true,
    audit: { skipped: "Telemetry: a file of trace events." },
    tags: ["Graphs"],
    summary: "Import a graph file",
    description:
      "A smartcomment export or a MemTraceBench file (its annotations become cases); gzip with `Content-Encoding: gzip`. A damaged file is refused as a whole. A repeated import adds only new data. If files of one graph contradict each other in a record, the latest import wins. Repeating known data in another file changes nothing.",
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

export const importAnnotations = declare(
  "ingest",
  ["not_found", "invalid_json", "too_large", "unsupported_media_type", "damaged_graph"],
  {
    method: "post",
    path: "/graphs/{graph}/annotations",
    isRepeatable: true,
    audit: { skipped: "Telemetry: a part of a file of trace events." },
    tags: ["Graphs"],
    summary: "Open cases from the annotations of a graph file",
    description:
      "For a file above the size limit of an import: send its records as events first, then the items of its `data.annotations` as one JSON list, unchanged. Send a very long list in several requests. A list with a damaged annotation is refused as a whole. A repeated list opens no case twice.",
    request: {
      params: GraphParam,
      body: {
        required: true,
        content: {
          "application/octet-stream": {
            schema: z.string().meta({ format: "binary", description: "a JSON list" }),
          },
        },
      },
    },
    responses: {
      201: json(
        z.object({ cases: z.number().int().min(0).describe("cases opened now") }),
        "The cases are stored. Their attribution follows.",
      ),
    },
  },
);

export const listGraphs = declare("read", [], {
  method: "get",
  path: "/graphs",
  tags: ["Graphs"],
  summary: "List graphs, most recently changed first",
  request: { query: PageQuery },
  responses: { 200: json(Page(GraphSummary), "One page."), ...UNCHANGED },
});

export const showGraph = declare("read", ["not_found"], {
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

export const examineGraph = declare("write", ["not_found"], {
  method: "post",
  path: "/graphs/{graph}/examine",
  isRepeatable: true,
  audit: "graph.examine",
  tags: ["Graphs"],
  summary: "Search a graph for wrong answers again",
  description:
    "Repeats a search that was given up (`isGivenUp`). It finds wrong answers that are not cases yet. Known cases do not change.",
  request: { params: GraphParam },
  responses: { 202: json(GraphSummary, "The search is queued.") },
});

export const exportGraph = declare("read", ["not_found", "too_costly"], {
  method: "get",
  path: "/graphs/{graph}/export",
  audit: "graph.export",
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

export const showOperation = declare("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/operations/{operation}",
  tags: ["Graphs"],
  summary: "Show an operation with its inputs and outputs",
  description:
    'If an operation has very many variables and links, the answer lists only the first: `part?of={"part":"operations","ids":[…]}` lists all of them. `variables/{variable}` returns a whole value.',
  request: { params: GraphParam.extend({ operation: z.string() }), query: OperationQuery },
  responses: {
    200: json(OperationView, "The operation, its variables with values, its links."),
    ...UNCHANGED,
  },
});

export const showVariable = declare("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/variables/{variable}",
  tags: ["Graphs"],
  summary: "Show a variable with its value, writers, readers and removers",
  description:
    '`variable` is an id, or a full name for its latest version. If the variable has very many links, the answer lists only the first links: `part?of={"part":"around","variable":…}` lists all of them.',
  request: { params: GraphParam.extend({ variable: z.string() }) },
  responses: { 200: json(VariableDetail, "One version of one value."), ...UNCHANGED },
});

const closings = Object.values(LIVE_CLOSE)
  .map(({ code, reason }) => `| ${code} | ${reason} |`)
  .join("\n");

export const watchGraph = declare("read", ["not_found", "upgrade_required"], {
  method: "get",
  path: "/graphs/{graph}/live",
  tags: ["Graphs"],
  summary: "Watch a graph: a WebSocket that pushes new events",
  description: `Every message is JSON. First \`ready\`, then \`events\` in the order of acceptance, each with the \`cursor\` to continue from after a disconnect. Answer with \`{"type":"ack","cursor":"…"}\`: the amount of unacknowledged data is limited, and the service pauses at the limit. It answers \`ping\` with \`pong\`.

A client that cannot set headers offers the subprotocols \`${LIVE_PROTOCOL}\` and \`${LIVE_KEY_PROTOCOL_PREFIX}\` followed by its key.

| closed with | reason |
|---|---|
${closings}`,
  request: {
    params: z.object({ graph: z.string() }),
    query: z.object({
      cursor: z.string().optional().meta({ description: "cursor of the last message read" }),
      from: z.enum(["start", "now"]).default("now").meta({
        description: "without a cursor: all events from the first one, or only new events",
      }),
    }),
  },
  responses: { 101: json(LiveMessage, "The WebSocket; each of its messages is one of these.") },
});

/**
 * Maximum graphs to delete in one request. For each graph, the service must call another Durable
 * Object.
 */
export const MAX_DELETED_GRAPHS = 50;

export const deleteGraph = declare("admin", ["not_found"], {
  method: "delete",
  path: "/graphs/{graph}",
  audit: "graph.delete",
  tags: ["Deletion"],
  summary: "Delete a graph permanently",
  description:
    "Deletes its cases, their labels and attributions, the deliveries that quote them, and their quotes in reports. The figures of reports stay. Later events begin a new graph. The request is safe to repeat; it answers 404 when nothing is left.",
  request: { params: GraphParam },
  responses: { 204: { description: "Everything was deleted." } },
});

export const deleteUser = declare("admin", ["not_found"], {
  method: "delete",
  path: "/users/{user}",
  audit: "end_user.delete",
  tags: ["Deletion"],
  summary: "Delete all graphs of one end user permanently",
  description: `Deletes every graph whose \`graph\` or \`session\` events ever named the user, even if they also named other users. One request deletes up to ${MAX_DELETED_GRAPHS} graphs: repeat it while \`isComplete\` is false. Events of the last minute may not be stored yet, so repeat it a minute later. It answers 404 when nothing is left. The signed receipt lists the deleted data and the data derived from it: \`GET /v1/receipts/{receipt}\`.`,
  request: { params: z.object({ user: z.string() }) },
  responses: { 200: json(UserDeletion, "The number of deleted graphs.") },
});

export const deleteProject = declare("admin", ["not_found"], {
  method: "delete",
  path: "/project",
  audit: "project.delete",
  tags: ["Deletion"],
  summary: "Delete the project permanently",
  description:
    "People lose access at once, and its keys stop working. Its graphs, cases, reports, webhooks and keys are deleted within minutes. Very many graphs take longer.",
  request: {
    query: z.object({
      name: z.string().meta({ description: "the project's name, as a confirmation" }),
    }),
  },
  responses: { 202: json(Project, "The project. Its deletion has begun.") },
});
