/**
 * The product, with counters of the work that the platform bills; `GET /counters` returns them.
 * `POST /move` moves all packs to R2 and returns the counts of the moves.
 */

import "./counters.ts";

import product, {
  GraphObject as ProductObject,
  ProjectWorker as ProductWorker,
} from "../../../workers/app.ts";
import type { Bindings } from "../../../workers/env.ts";
import type { WakeMessage } from "../../../workers/messages.ts";
import { movePacks } from "../../../workers/operation/cold-packs.ts";
import type { Kept, KeptBytes } from "../kept-packs.ts";
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

  override move(...args: Parameters<ProductObject["move"]>) {
    return timed(() => super.move(...args));
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
 * A Durable Object with a timer cannot hibernate, so waiting counts as duration. If a call overlaps
 * the timer, both are counted.
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

const KEPT = `select
  (select count(*) from pack) as packs,
  (select coalesce(sum(length(body)), 0) from pack) as packBytes,
  (select count(*) from cold_object) as objects,
  (select coalesce(sum(length(project) + length(graph) + length(key) + length(packs)), 0)
    from cold_object) as rowBytes`;
const OLD = 1_000;

/** Moves the packs of all graphs, as if the graphs had received no event for a long time. */
async function moveAll(database: D1Database): Promise<Omit<Kept, "events">> {
  const kept = async () => {
    const read = await database.prepare(KEPT).first<KeptBytes>();
    if (read === null) throw new Error("nothing is stored");
    return read;
  };
  await database.batch([
    database.prepare("update graph set updated_at = ?").bind(OLD),
    // An earlier search for old graphs has already passed the time `OLD`, so let the search begin
    // again.
    database.prepare("update project set cold_search = null"),
  ]);
  const before = await kept();
  const { lastAlarmAt: _, ...start } = { ...readCounters() };
  let after = before;
  while (after.packs > 0) {
    await movePacks(countedBindings, Date.now());
    const moved = await kept();
    if (moved.packs === after.packs) throw new Error(`${moved.packs} packs do not move`);
    after = moved;
  }
  const end = readCounters();
  const moves = Object.entries(start).map(([unit, count]) => [
    unit,
    end[unit as keyof typeof start] - count,
  ]);
  return { before, after, moves: Object.fromEntries(moves) };
}

export default {
  async fetch(request, env, ctx) {
    if (new URL(request.url).pathname === "/counters") return Response.json(readCounters());
    if (new URL(request.url).pathname === "/move") return Response.json(await moveAll(env.DB));
    counters.workerRequests++;
    return product.fetch(request, env, ctx);
  },
  async queue(batch, _env) {
    counters.queueBatches++;
    await product.queue(batch, countedBindings);
  },
} satisfies ExportedHandler<Bindings, WakeMessage>;
