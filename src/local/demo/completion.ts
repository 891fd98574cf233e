/** Waits until the service has finished the demo's work. */
import { setTimeout as pause } from "node:timers/promises";
import type { CaseSummary } from "../../protocol/api/api.ts";
import type { Delivery } from "../../protocol/api/webhook-endpoints.ts";
import type { ProjectClient } from "../client/project-client.ts";
import type { Receiver } from "./receiver.ts";

const ASK_EVERY_MS = 250;
/**
 * Give up after this many milliseconds without progress. The service finds lost work within a
 * minute, so waiting longer would not help.
 */
const STALLED_AFTER_MS = 150_000;

export interface SettledGraph {
  readonly cases: readonly CaseSummary[];
  /** False if there was no progress for too long. */
  readonly isSettled: boolean;
}

/**
 * Waits until the service has looked for wrong answers in the whole graph and has attributed each
 * wrong answer. Then returns the graph's cases.
 */
export async function settledGraph(api: ProjectClient, graph: string): Promise<SettledGraph> {
  const { found, isSettled } = await untilSettled(
    async () => ({
      isExamined: (await api.graph(graph)).isExamined,
      cases: await api.cases({ graph }),
    }),
    ({ cases }) => cases.filter(isAttributed).length,
    ({ isExamined, cases }) => isExamined && cases.every(isAttributed),
  );
  return { cases: found.cases, isSettled };
}

export function isAttributed({ state }: Pick<CaseSummary, "state">): boolean {
  return state === "done" || state === "failed";
}

/**
 * Waits until all deliveries have ended. Stops waiting if there is no progress for too long.
 * Returns the deliveries.
 */
export async function deliveredWebhooks(
  api: ProjectClient,
  receiver: Receiver,
): Promise<Delivery[]> {
  const isDone = ({ id, state }: Delivery) => state === "failed" || receiver.verified.has(id);
  const { found } = await untilSettled(
    () => api.deliveries(),
    (deliveries) => deliveries.filter(isDone).length,
    (deliveries) => deliveries.every(isDone) && deliveries.every(({ state }) => state !== "queued"),
  );
  return found;
}

/**
 * Reads the state repeatedly until it is final. Stops if its count has not changed for too long.
 */
export async function untilSettled<T>(
  ask: () => Promise<T>,
  countSettled: (found: T) => number,
  isSettled: (found: T) => boolean,
): Promise<{ readonly found: T; readonly isSettled: boolean }> {
  let best = -1;
  let deadline = Date.now() + STALLED_AFTER_MS;
  for (;;) {
    const found = await ask();
    if (isSettled(found)) return { found, isSettled: true };
    if (Date.now() > deadline) return { found, isSettled: false };
    const settled = countSettled(found);
    if (settled > best) {
      best = settled;
      deadline = Date.now() + STALLED_AFTER_MS;
    }
    await pause(ASK_EVERY_MS);
  }
}
