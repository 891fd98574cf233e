/** The product without its request limit. `POST /move` moves all packs to R2, also of new graphs. */
import "./without-limits.ts";
import product from "../../../workers/app.ts";
import type { Bindings } from "../../../workers/env.ts";
import { movePacks } from "../../../workers/operation/cold-packs.ts";

export { GraphObject, ProjectWorker } from "../../../workers/app.ts";

const OLD = 1_000;

export default {
  ...product,
  async fetch(request, env, ctx) {
    if (new URL(request.url).pathname !== "/move") return product.fetch(request, env, ctx);
    await env.DB.batch([
      env.DB.prepare("update graph set updated_at = ?").bind(OLD),
      env.DB.prepare("update project set cold_search = null"),
    ]);
    await movePacks(env, Date.now());
    return Response.json(
      await env.DB.prepare("select count(*) as objects from cold_object").first(),
    );
  },
} satisfies Pick<ExportedHandler<Bindings>, "fetch">;
