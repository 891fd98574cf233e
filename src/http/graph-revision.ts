/** Graphs are sent again only where they changed since the client saw them. */
import type { Context } from "hono";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { HttpEnv } from "./context.ts";
import { notFound } from "./errors.ts";

/** The graphs, or none of them where the client has seen them as they are; sets their ETag. */
export async function loadChanged(
  c: Context<HttpEnv>,
  ...ids: string[]
): Promise<EvolutionGraph[]> {
  const project = c.get("project");
  const revisions: string[] = [];
  for (const id of ids) {
    await project.flush(id);
    const revision = await project.graphs.revision(id);
    if (revision === undefined) throw notFound("graph");
    revisions.push(revision);
  }
  const tag = `"${revisions.join("+")}"`;
  c.header("ETag", tag);
  c.header("Cache-Control", "private, no-cache");
  if (c.req.header("if-none-match")?.includes(tag)) return [];
  const loaded = await Promise.all(ids.map((id) => project.loadGraph(id)));
  return loaded.map((graph) => {
    if (graph === undefined) throw notFound("graph");
    return graph;
  });
}
