/** Tests whether a memory system's error mix has changed, and queues webhooks if it has. */
import { createHash } from "node:crypto";
import type { ShiftRepository } from "../../database/insights/shift-repository.ts";
import type { WebhookRepository } from "../../database/jobs/webhook-repository.ts";
import { runSequentialTest, type SequentialTestState } from "../../reports/sequential-test.ts";
import { distributionShifted } from "../../webhooks/payloads.ts";

export interface ShiftDeps {
  readonly project: string;
  readonly shifts: ShiftRepository;
  readonly webhooks: WebhookRepository;
  readonly publicUrl: string;
  newId(prefix: string): string;
}

/** Maximum number of cases in a test. If the baseline has more later cases, uses the latest. */
const MAX_ROWS = 3_000;

/** @returns the ids of the queued deliveries, which the caller must wake */
export async function detectShift(
  deps: ShiftDeps,
  system: string,
  now: number,
): Promise<readonly string[]> {
  const { project, shifts, webhooks, publicUrl, newId } = deps;
  const state = await shifts.lookState(system, now);
  if (state === undefined) return [];
  const rows = await shifts.rowsSince(system, state, now, MAX_ROWS);
  const { found, next, left } = runSequentialTest(rows, state);
  if (found === null) {
    await shifts.looked(system, next);
    return [];
  }
  // The id depends only on the test's state, so two parallel sweeps announce a shift only once.
  const id = shiftIdOf(project, system, state);
  const told = { id, system: system === "" ? null : system, headline: found.headline };
  const payload = distributionShifted({ baseUrl: publicUrl, project }, told, now);
  const deliveries = await webhooks.deliveriesFor(payload, () => newId("msg"), now);
  await shifts.store(id, system, found, { next, left }, deliveries, now);
  return deliveries.map((delivery) => delivery.id);
}

function shiftIdOf(
  project: string,
  system: string,
  { baseline, lookCount }: SequentialTestState,
): string {
  const key = JSON.stringify([project, system, baseline, lookCount]);
  return `shf_${createHash("sha256").update(key).digest("base64url").slice(0, 22)}`;
}
