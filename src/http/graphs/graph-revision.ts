import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { HttpEnv, OpenGraph, ProjectServices } from "../context.ts";
import { notFound } from "../errors.ts";

export function unchanged(c: Context<HttpEnv>): never {
  return c.body(null, 304) as never;
}

/**
 * Sets the ETag of the answer and loads the graphs. The ETag changes if a graph changes, or if the
 * caller gives another value for `alsoOn`. If the client already has this ETag, no graph is loaded
 * and the list is empty.
 */
export async function loadChanged(
  c: Context<HttpEnv>,
  ids: readonly string[],
  alsoOn?: unknown,
): Promise<EvolutionGraph[]> {
  const opened = await openChanged(c, ids, alsoOn);
  const loaded = await Promise.all(opened.map((graph) => graph.load()));
  return loaded.map((graph) => {
    if (graph === undefined) throw notFound("graph");
    return graph;
  });
}

/** Like `loadChanged`, but opens the graphs without loading them. */
export async function openChanged(
  c: Context<HttpEnv>,
  ids: readonly string[],
  alsoOn?: unknown,
): Promise<OpenGraph[]> {
  const project = c.get("project");
  const opened: OpenGraph[] = [];
  for (const id of ids) {
    const graph = await project.openGraph(id);
    if (graph === undefined) throw notFound("graph");
    opened.push(graph);
  }
  const states = opened.map(({ revision }) => revision);
  if (alsoOn !== undefined) states.push(digestOf(alsoOn));
  return isSeen(c, states.join("+")) ? [] : opened;
}

/** Loads the graph with all acknowledged events. Undefined if there is no such graph. */
export async function loadGraph(
  project: Pick<ProjectServices, "openGraph">,
  id: string,
): Promise<EvolutionGraph | undefined> {
  return (await project.openGraph(id))?.load();
}

/** Sets the answer's ETag. True if the client already has this answer. */
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
