/** The product's own limits and delays, read from its configuration and code. */
import { join } from "node:path";
import * as z from "zod";
import { MAX_DELIVERY_ATTEMPTS } from "../../../sdk/src/core/bounds.ts";
import { backoffMs } from "../../../sdk/src/deliver/retry.ts";
import { packSchedule } from "../../../src/event-store/log/pack-schedule.ts";
import { GRAPHS_AT_ONCE } from "../../../src/jobs/attribution/graphs-at-once.ts";
import { OVERLOADED_RETRY_SECONDS, RATE_RETRY_SECONDS } from "../../../src/protocol/limits.ts";

const CONFIG = join(import.meta.dirname, "../../../wrangler.toml");

/** Wrangler does not declare the type of this part. */
const Ratelimits = z.array(
  z.object({ name: z.string(), simple: z.object({ limit: z.number(), period: z.number() }) }),
);

const isProjectRate = ({ name }: { readonly name: string }) => name === "PROJECT_RATE";

export interface Rules {
  readonly projectRequestsPerMinute: number;
  /** Databases that are bound. All projects and packs are in the first, unless there are more. */
  readonly databases: number;
  readonly graphsAtOnce: number;
  readonly rateRetrySeconds: number;
  readonly overloadedRetrySeconds: number;
  /** Time from a failed pack to the next attempt. */
  readonly packRetrySeconds: number;
}

export async function readRules(): Promise<Rules> {
  // Loading wrangler takes a second, so load it only to read its configuration.
  const { unstable_readConfig } = await import("wrangler");
  const config = unstable_readConfig({ config: CONFIG }, { hideWarnings: true });
  const rate = Ratelimits.parse(config.ratelimits).find(isProjectRate)?.simple;
  if (rate === undefined) throw new Error("wrangler.toml has no limit PROJECT_RATE");
  const failed = packSchedule({ ...NEW_GRAPH, waitingSince: 0, failedAt: 0 }, 0).alarm ?? 0;
  return {
    projectRequestsPerMinute: (60 * rate.limit) / rate.period,
    databases: config.d1_databases.length,
    graphsAtOnce: GRAPHS_AT_ONCE,
    rateRetrySeconds: RATE_RETRY_SECONDS,
    overloadedRetrySeconds: OVERLOADED_RETRY_SECONDS,
    packRetrySeconds: failed / 1_000,
  };
}

/** Time after which the SDK gives up a batch that is refused at each attempt. */
export function patienceSeconds(retryAfterSeconds: number): number {
  let waited = 0;
  for (let attempt = 1; attempt < MAX_DELIVERY_ATTEMPTS; attempt++) {
    waited += backoffMs(attempt, 0.5) / 1_000 + retryAfterSeconds;
  }
  return waited;
}

const NEW_GRAPH = {
  waitingSince: undefined,
  urgentSince: undefined,
  isNew: true,
  appendedAt: 0,
  failedAt: undefined,
  packedAt: undefined,
};

/** Packs of a graph without a wrong answer whose batches arrive at equal intervals. */
export function packsOfGraph(batches: number, gapMs: number): number {
  let packs = 0;
  let waitingSince: number | undefined;
  let appendedAt = 0;
  const packUntil = (until: number) => {
    let now = appendedAt;
    while (waitingSince !== undefined) {
      const state = { ...NEW_GRAPH, waitingSince, appendedAt, isNew: packs === 0 };
      const { pack, alarm } = packSchedule(state, now);
      const due = Math.min(pack ?? Number.POSITIVE_INFINITY, alarm ?? Number.POSITIVE_INFINITY);
      if (due > until) return;
      if (due <= now) {
        packs += 1;
        waitingSince = undefined;
      }
      now = Math.max(now, due);
    }
  };
  for (let batch = 0; batch < batches; batch++) {
    const at = batch * gapMs;
    packUntil(at);
    appendedAt = at;
    waitingSince ??= at;
  }
  packUntil(Number.POSITIVE_INFINITY);
  return packs;
}
