/** Sends queue messages that wake a project's work, possibly after a delay. */

import type { Bindings } from "./env.ts";
import { currentCause } from "./operation/cause.ts";

/** 12 hours, the maximum delay of a queue message. The sweep wakes work that is due later. */
const MAX_QUEUE_DELAY_SECONDS = 12 * 3_600;

export async function wakeAttribution(
  env: Bindings,
  project: string,
  graph: string,
  delayMs = 0,
): Promise<void> {
  const delaySeconds = Math.ceil(delayMs / 1_000);
  await env.ATTRIBUTION_QUEUE.send({ project, graph, ...currentCause() }, { delaySeconds });
}

export async function wakeJob(env: Bindings, project: string, delayMs = 0): Promise<void> {
  const delaySeconds = Math.ceil(delayMs / 1_000);
  if (delaySeconds > MAX_QUEUE_DELAY_SECONDS) return;
  await env.JOB_QUEUE.send({ project, ...currentCause() }, { delaySeconds });
}

/** Wakes the project's worker for jobs, because this worker also makes the overviews. */
export async function wakeOverviews(env: Bindings, project: string, graph: string): Promise<void> {
  await env.JOB_QUEUE.send({ project, graph, ...currentCause() });
}

export async function wakeDeliveries(
  env: Bindings,
  project: string,
  deliveries: readonly string[],
  delayMs = 0,
): Promise<void> {
  const delaySeconds = Math.ceil(delayMs / 1_000);
  if (deliveries.length === 0 || delaySeconds > MAX_QUEUE_DELAY_SECONDS) return;
  await env.WEBHOOK_QUEUE.send({ project, ...currentCause() }, { delaySeconds });
}
