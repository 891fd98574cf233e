/** The product, with counters of the work that the platform bills; `GET /counters` returns them. */

import "./counters.ts";

import product, {
  GraphObject as ProductObject,
  ProjectWorker as ProductWorker,
} from "../../../workers/app.ts";
import type { Bindings } from "../../../workers/env.ts";
import type { WakeMessage } from "../../../workers/messages.ts";
import { countedBindings, counters, countStorage, readCounters } from "./counters.ts";

export class GraphObject extends ProductObject {
  constructor(state: DurableObjectState, _env: Bindings) {
    countStorage(state.storage);
    super(state, countedBindings);
  }

  override append(...args: Parameters<ProductObject["append"]>) {
    return timed(() => super.append(...args));
  }

  override flush() {
    return timed(() => super.flush());
  }

  override alarm() {
    counters.alarmsRun++;
    return timed(() => super.alarm());
  }
}

export class ProjectWorker extends ProductWorker {
  constructor(state: DurableObjectState, _env: Bindings) {
    super(state, countedBindings);
  }

  override wake(...args: Parameters<ProductWorker["wake"]>) {
    return timed(() => super.wake(...args));
  }
}

const wait = scheduler.wait.bind(scheduler);
/**
 * A Durable Object with a timer may not hibernate, so waiting counts as duration. If a call
 * overlaps the timer, both are counted.
 */
scheduler.wait = (milliseconds, ...rest) => {
  counters.objectMilliseconds += milliseconds;
  return wait(milliseconds, ...rest);
};

/**
 * Counts each call and each alarm as one request. The Durable Object is billed for their duration.
 */
async function timed<T>(work: () => Promise<T>): Promise<T> {
  counters.objectRequests++;
  const started = Date.now();
  try {
    return await work();
  } finally {
    counters.objectMilliseconds += Date.now() - started;
  }
}

export default {
  async fetch(request, env, ctx) {
    if (new URL(request.url).pathname === "/counters") return Response.json(readCounters());
    counters.workerRequests++;
    return product.fetch(request, env, ctx);
  },
  async queue(batch, _env) {
    counters.queueBatches++;
    await product.queue(batch, countedBindings);
  },
} satisfies ExportedHandler<Bindings, WakeMessage>;
