/** The product with counters of what it is billed for; `GET /counters` returns them. */

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
/** An object with a timer may not hibernate. If a call overlaps the timer, both are counted. */
scheduler.wait = (milliseconds, ...rest) => {
  counters.objectMilliseconds += milliseconds;
  return wait(milliseconds, ...rest);
};

/** Each call and each alarm is one request. The object is billed for their duration. */
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
