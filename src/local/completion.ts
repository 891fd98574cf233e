/** Waits until the service has done what it was given to do. */
import type { CaseSummary, Delivery } from "../protocol/api.ts";
import type { ApiClient } from "./api-client.ts";
import type { Receiver } from "./receiver.ts";
import { pause } from "./service.ts";

const ASK_EVERY_MS = 250;
/** Without any progress for so long, what is missing will not come. */
const STALLED_AFTER_MS = 60_000;

/** The cases once at least so many exist and none waits; what there is, if that does not come. */
export async function attributedCases(
  api: ApiClient,
  query: Record<string, string>,
  atLeast: number,
): Promise<CaseSummary[]> {
  return untilSettled(
    () => api.cases(query),
    (cases) => cases.filter(({ state }) => state === "done" || state === "failed").length,
    (cases, settled) => cases.length >= atLeast && settled === cases.length,
  );
}

/** The deliveries once none is under way; what there is, if that does not come. */
export async function deliveredWebhooks(api: ApiClient, receiver: Receiver): Promise<Delivery[]> {
  return untilSettled(
    () => api.deliveries(),
    (deliveries) =>
      deliveries.filter(({ id, state }) => state === "failed" || receiver.verified.has(id)).length,
    (deliveries, settled) =>
      settled === deliveries.length && deliveries.every(({ state }) => state !== "queued"),
  );
}

async function untilSettled<T>(
  ask: () => Promise<T[]>,
  countSettled: (items: T[]) => number,
  isSettled: (items: T[], settled: number) => boolean,
): Promise<T[]> {
  let best = -1;
  let deadline = Date.now() + STALLED_AFTER_MS;
  for (;;) {
    const items = await ask();
    const settled = countSettled(items);
    if (isSettled(items, settled) || Date.now() > deadline) return items;
    if (settled > best) {
      best = settled;
      deadline = Date.now() + STALLED_AFTER_MS;
    }
    await pause(ASK_EVERY_MS);
  }
}
