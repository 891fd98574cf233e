/**
 * Events in the form that the SDK sends: the example agent's conversations, each traced by a new
 * client.
 */

import { gunzipSync } from "node:zlib";
import { runMemoryAgent } from "../../sdk/examples/memory-agent/run.ts";
import { MemTrace } from "../../sdk/src/index.ts";

/** Returns `count` lines of NDJSON, all of one graph. Runs the agent as often as needed. */
export async function recordLines(
  graph: string,
  count: number,
  isWanted: (line: string) => boolean = () => true,
): Promise<string[]> {
  const lines: string[] = [];
  while (lines.length < count) {
    const recorded = (await recordConversation(graph)).filter(isWanted);
    if (recorded.length === 0) throw new Error("the client recorded nothing");
    lines.push(...recorded);
  }
  return lines.slice(0, count);
}

async function recordConversation(graph: string): Promise<string[]> {
  const lines: string[] = [];
  const memtrace = new MemTrace({
    apiKey: "recorded",
    url: "http://recorded.invalid",
    fetch: async (_url, request) => {
      const body = Buffer.from(await new Response(request?.body).arrayBuffer());
      const isGzip = new Headers(request?.headers).get("content-encoding") === "gzip";
      lines.push(...(isGzip ? gunzipSync(body) : body).toString("utf8").split("\n"));
      return Response.json({ accepted: 0, duplicates: 0, rejected: [] }, { status: 202 });
    },
    onError: (problem) => {
      throw new Error(problem.message);
    },
  });
  await runMemoryAgent(memtrace, { graph });
  await memtrace.close();
  return lines;
}

export interface Batch {
  readonly id: string;
  readonly graph: string;
  readonly body: string;
}

export function inBatches(graph: string, lines: readonly string[], size: number): Batch[] {
  return Array.from({ length: Math.ceil(lines.length / size) }, (_, index) => ({
    id: `${graph}-${index}`,
    graph,
    body: lines.slice(index * size, (index + 1) * size).join("\n"),
  }));
}
