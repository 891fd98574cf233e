import { env as bindings, waitUntil } from "cloudflare:workers";
import { createApp } from "../src/http/app.ts";
import { consumeAttributions } from "./attribution-queue.ts";
import type { Bindings } from "./env.ts";
import { consumeJobs } from "./job-queue.ts";
import type { DeliveryMessage, GraphMessage, JobMessage } from "./messages.ts";
import { createServices } from "./services.ts";
import { sweep } from "./sweeper.ts";
import { consumeDeliveries } from "./webhook-queue.ts";

export { GraphObject } from "./graph-object.ts";

// Once per isolate: to build the routes takes longer than to answer most requests.
const services = createServices(bindings, waitUntil);
const app = createApp(() => services);

export default {
  fetch: (request, env, ctx) => app.fetch(request, env, ctx),

  async queue(batch, env) {
    if (batch.queue === "memtrace-webhooks") {
      await consumeDeliveries(batch as MessageBatch<DeliveryMessage>, env);
    } else if (batch.queue === "memtrace-jobs") {
      await consumeJobs(batch as MessageBatch<JobMessage>, env);
    } else {
      await consumeAttributions(batch as MessageBatch<GraphMessage>, env);
    }
  },

  async scheduled(controller, env) {
    await sweep(env, controller.scheduledTime);
  },
} satisfies ExportedHandler<Bindings, GraphMessage | JobMessage | DeliveryMessage>;
