import { setTimeout as pause } from "node:timers/promises";
import type { CaseSummary } from "../../protocol/api/api.ts";
import type { Delivery } from "../../protocol/api/webhook-endpoints.ts";
import type { ProjectClient } from "../client/project-client.ts";
import type { Receiver } from "./receiver.ts";

const ASK_EVERY_MS = 250;
/**
 * Stop waiting if there is no progress for this many milliseconds. If work is lost, the service
 * finds it within a minute and starts it again. So a longer wait would not help.
 */
const STALLED_AFTER_MS = 150_000;

export interface SettledGraph {
  readonly cases: readonly CaseSummary[];
  /** False if progress stopped for too long. */
  readonly isSettled: boolean;
}

/**
 * Waits until the service has examined the whole graph and attributed each wrong answer. Returns
 * the graph's cases.
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
 * Waits until all deliveries have ended, or progress stops for too long. Returns the deliveries.
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
 * Asks for the state again and again until it is final. Gives up if the number that `countSettled`
 * returns does not grow for `STALLED_AFTER_MS`.
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
