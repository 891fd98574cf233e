/**
 * The product without its request limit. `POST /move` moves all packs to R2, even those of new
 * graphs, and continues to move them between the two databases. It waits for no cached bindings.
 */
import "./without-limits.ts";
import type { PackBindings } from "../../../src/database/graphs/pack-databases.ts";
import product from "../../../workers/app.ts";
import { openDatabases } from "../../../workers/databases.ts";
import type { Bindings } from "../../../workers/env.ts";
import { graphObjectName } from "../../../workers/graphs/graph-name.ts";
import { movePacks } from "../../../workers/operation/cold-packs.ts";
import { movePackDatabases } from "../../../workers/operation/pack-moves.ts";

export { GraphObject, ProjectWorker } from "../../../workers/app.ts";

const OLD = 1_000;
/** This time is longer than a move between databases waits for cached bindings. */
const LATER_MS = 60 * 60_000;
/** Share of the requests that choose the other database. Packs move to R2 in the others. */
const CHANGES = 0.1;

export default {
  ...product,
  async fetch(request, env, ctx) {
    if (new URL(request.url).pathname !== "/move") return product.fetch(request, env, ctx);
    await env.DB.batch([
      env.DB.prepare("update graph set updated_at = ?").bind(OLD),
      env.DB.prepare("update project set cold_search = null"),
    ]);
    await tellGraphs(env);
    await movePacks(env, Date.now());
    if (Math.random() < CHANGES) await changeDatabases(env);
    await movePackDatabases(env, Date.now() + LATER_MS);
    const counts = [env.DB, Reflect.get(env, "PACKS_2") as D1Database].map((database) =>
      database.prepare("select count(*) as objects from cold_object").first<number>("objects"),
    );
    const objects = (await Promise.all(counts)).reduce<number>((sum, each) => sum + (each ?? 0), 0);
    const { databases } = (await env.DB.prepare(
      "select coalesce(max(pack_database_since), 0) as databases from project",
    ).first<{ databases: number }>()) ?? { databases: 0 };
    return Response.json({ objects, databases });
  },
} satisfies Pick<ExportedHandler<Bindings>, "fetch">;

/** Chooses the other database for each project whose packs do not move. */
async function changeDatabases(env: Bindings): Promise<void> {
  // `pack_database_since` counts the changes here.
  await env.DB.prepare(
    `update project set previous_pack_database = pack_database,
      pack_database = iif(pack_database = 'DB', 'PACKS_2', 'DB'),
      pack_database_since = coalesce(pack_database_since, 0) + 1
    where previous_pack_database is null`,
  ).run();
  await tellGraphs(env);
}

/** Tells the Worker and each graph in which databases the packs are. */
async function tellGraphs(env: Bindings): Promise<void> {
  const { packs } = openDatabases(env);
  const { results } = await env.DB.prepare(
    `select project.id, pack_database as current, previous_pack_database as previous,
      graph.id as graph
    from project join graph on graph.project = project.id`,
  ).all<PackBindings & { id: string; graph: string }>();
  for (const { id, graph, current, previous } of results) {
    packs.remember(id, { current, previous });
    await env.GRAPHS.getByName(graphObjectName(id, graph)).moveDatabase({ current, previous });
  }
}
