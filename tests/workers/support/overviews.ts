/** Overviews of graphs that are too small to be stored otherwise. */
import { env } from "cloudflare:workers";

/** Stores a part of each overview of the graph. */
export async function storeOverviews(project: string, graph: string): Promise<void> {
  for (const kind of ["flow", "ledger"]) {
    await env.DB.prepare("insert into graph_overview values (?, ?, ?, 0, 'state', x'00')")
      .bind(project, graph, kind)
      .run();
  }
}
