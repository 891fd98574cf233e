/**
 * The product without its request limit. A request can run its sweeper at a given time, and query
 * its rows.
 */
import "./without-limits.ts";
import product from "../../../workers/app.ts";
import type { Bindings } from "../../../workers/env.ts";

export { GraphObject, ProjectWorker } from "../../../workers/app.ts";

export default {
  ...product,
  async fetch(request, env, ctx) {
    const url = new URL(request.url);
    if (url.pathname === "/sweep") {
      const scheduledTime = Number(url.searchParams.get("at"));
      await product.scheduled({ scheduledTime, cron: "", noRetry: () => undefined }, env);
      return new Response(null, { status: 204 });
    }
    if (url.pathname === "/rows") {
      const { results } = await env.DB.prepare(await request.text()).all();
      return Response.json(results);
    }
    return product.fetch(request, env, ctx);
  },
} satisfies Pick<ExportedHandler<Bindings>, "fetch">;
