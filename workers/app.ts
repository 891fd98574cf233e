import { env as bindings, waitUntil } from "cloudflare:workers";
import { createApp } from "../src/http/app.ts";
import type { Bindings } from "./env.ts";
import type { WorkKind } from "./lanes.ts";
import type { WakeMessage } from "./messages.ts";
import { createServices } from "./services.ts";
import { sweep } from "./sweeper.ts";
import { consumeWakes } from "./wake-queue.ts";

export { GraphObject } from "./graph-object.ts";
export { ProjectWorker } from "./project-worker.ts";

// Create these once per isolate: building the routes takes longer than answering most requests.
const services = createServices(bindings, waitUntil);
const app = createApp(() => services);

/** The kind of work that each queue wakes. */
const KINDS: Readonly<Record<string, WorkKind>> = {
  "memtrace-attribution": "attribution",
  "memtrace-jobs": "jobs",
  "memtrace-webhooks": "webhooks",
};

/** Pages of projects. Their paths contain ids. */
const PAGES = "/p/";

export default {
  fetch: (request, env, ctx) => {
    const url = new URL(request.url);
    if (!url.pathname.startsWith(PAGES)) return app.fetch(request, env, ctx);
    // All pages of the UI are one file, so request it as `/`. If the path of the page were kept, an
    // escaped slash in an id would make the asset server redirect to another page.
    return env.ASSETS.fetch(new Request(new URL("/", url), request));
  },

  async queue(batch, env) {
    await consumeWakes(KINDS[batch.queue] ?? "attribution", batch, env);
  },

  async scheduled(controller, env) {
    await sweep(env, controller.scheduledTime);
  },
} satisfies ExportedHandler<Bindings, WakeMessage>;
