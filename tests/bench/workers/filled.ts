/**
 * The product with counters of what it is billed for. `POST /sql` runs a statement on its database.
 * `POST /prove` compares some tallies with their answers, as the sweep does each minute.
 */

import { env } from "cloudflare:workers";
import { proveTallies } from "../../../src/database/cases/tallies/prove-tallies.ts";
import { openDatabases } from "../../../workers/databases.ts";
import type { Bindings } from "../../../workers/env.ts";
import counted from "./counted.ts";

export { GraphObject, ProjectWorker } from "./counted.ts";

export default {
  ...counted,
  async fetch(request: Parameters<typeof counted.fetch>[0], ...rest: [Bindings, ExecutionContext]) {
    const { pathname } = new URL(request.url);
    if (pathname === "/prove") {
      await proveTallies(openDatabases(env).database, Date.now());
      return new Response(null, { status: 204 });
    }
    if (pathname !== "/sql") return counted.fetch(request, ...rest);
    const { results } = await env.DB.prepare(await request.text()).all();
    return Response.json(results);
  },
};
