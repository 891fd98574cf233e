import * as z from "zod";
import { AskGraph, GraphAnswer } from "../api/explorer/ask.ts";
import { MAX_ASK_STEPS } from "../api/explorer/ask-bounds.ts";
import { declare, json, jsonBody } from "./declaration.ts";

export const askGraph = declare("write", ["not_found", "no_model", "model_failed", "unavailable"], {
  method: "post",
  path: "/graphs/{graph}/ask",
  isRepeatable: true,
  audit: { skipped: "Changes nothing. The cost counts as project spending." },
  tags: ["Graph queries"],
  summary: "Ask the project's model about a graph",
  description: `The model reads the graph with the tools of the MCP server and cites records. It reads nothing outside the graph, and changes nothing. It takes at most ${MAX_ASK_STEPS} steps. The cost counts as project spending; a repeated question costs nothing while the graph is the same.`,
  request: { params: z.object({ graph: z.string() }), body: jsonBody(AskGraph) },
  responses: { 200: json(GraphAnswer, "The answer.") },
});
