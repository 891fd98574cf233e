/** The product with counters of what it is billed for. `POST /sql` runs a statement on its database. */

import { env } from "cloudflare:workers";
import type { Bindings } from "../../../workers/env.ts";
import counted from "./counted.ts";

export { GraphObject, ProjectWorker } from "./counted.ts";

export default {
  ...counted,
  async fetch(request: Parameters<typeof counted.fetch>[0], ...rest: [Bindings, ExecutionContext]) {
    if (new URL(request.url).pathname !== "/sql") return counted.fetch(request, ...rest);
    const { results } = await env.DB.prepare(await request.text()).all();
    return Response.json(results);
  },
};
