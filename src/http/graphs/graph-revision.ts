/** What is read of graphs is sent again only where it changed since the client saw it. */
import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { HttpEnv } from "../context.ts";
import { notFound } from "../errors.ts";

export function unchanged(c: Context<HttpEnv>): never {
  return c.body(null, 304) as never;
}

/**
 * The graphs, or none of them where the client has seen them as they are; sets their ETag.
 * @param beside what the answer depends on beside the graphs
 */
export async function loadChanged(
  c: Context<HttpEnv>,
  ids: readonly string[],
  beside?: unknown,
): Promise<EvolutionGraph[]> {
  const project = c.get("project");
  const states: string[] = [];
  for (const id of ids) {
    await project.flush(id);
    const revision = await project.graphs.revision(id);
    if (revision === undefined) throw notFound("graph");
    states.push(revision);
  }
  if (beside !== undefined) states.push(digestOf(beside));
  if (isSeen(c, states.join("+"))) return [];
  const loaded = await Promise.all(ids.map((id) => project.loadGraph(id)));
  return loaded.map((graph) => {
    if (graph === undefined) throw notFound("graph");
    return graph;
  });
}

/** Whether the client has seen this very answer; sets its ETag. */
export function isSeenAnswer(c: Context<HttpEnv>, answer: unknown): boolean {
  return isSeen(c, digestOf(answer));
}

function isSeen(c: Context<HttpEnv>, state: string): boolean {
  const tag = `"${c.get("services").version}:${state}"`;
  c.header("ETag", tag);
  c.header("Cache-Control", "private, no-cache");
  const seen = (c.req.header("if-none-match") ?? "").split(",").map((each) => each.trim());
  return seen.some((each) => each === "*" || each.replace(/^W\//, "") === tag);
}

function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);
}
