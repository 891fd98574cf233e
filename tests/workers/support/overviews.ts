/** Stores overviews for graphs that are too small to get stored overviews. */
import { env } from "cloudflare:workers";

/** Stores one part of each overview of the graph. */
export async function storeOverviews(project: string, graph: string): Promise<void> {
  for (const kind of ["flow", "ledger"]) {
    await env.DB.prepare("insert into graph_overview values (?, ?, ?, 0, 'state', x'00')")
      .bind(project, graph, kind)
      .run();
  }
}
