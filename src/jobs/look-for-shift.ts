/** One look at the mix of a memory system's errors, and what is told where it has changed. */
import { createHash } from "node:crypto";
import { FEWEST_CASES, findShift, isCompared, type ShiftRow } from "../reports/shift.ts";
import type { LookState, ShiftRepository } from "../storage/shift-repository.ts";
import type { WebhookRepository } from "../storage/webhook-repository.ts";
import { distributionShifted } from "../webhooks/payloads.ts";

export interface ShiftDeps {
  readonly project: string;
  readonly shifts: ShiftRepository;
  readonly webhooks: WebhookRepository;
  readonly publicUrl: string;
  newId(prefix: string): string;
}

/** The newest ones, where a baseline has more. */
const MAX_ROWS = 3_000;
/** Looks that later ones go back to. */
const KEPT_LOOKS = 4;

/** @returns ids of deliveries to wake */
export async function lookForShift(
  deps: ShiftDeps,
  system: string,
  now: number,
): Promise<readonly string[]> {
  const { project, shifts, webhooks, publicUrl, newId } = deps;
  const state = await shifts.lookState(system);
  if (state === undefined) return [];
  const rows = await shifts.rowsSince(system, state.baseline, MAX_ROWS);
  const found = findShift(rows, { looks: state.looks, count: state.lookCount });
  if (found === null) {
    await shifts.looked(system, nextLook(state, rows));
    return [];
  }
  // The same for the same look, so that two sweeps at once tell it once.
  const id = shiftIdOf(project, system, state);
  const told = { id, system: system === "" ? null : system, headline: found.headline };
  const payload = distributionShifted({ baseUrl: publicUrl, project }, told, now);
  const deliveries = await webhooks.deliveriesFor(payload, () => newId("msg"), now);
  const next = { baseline: found.since, lookCount: 1, looks: [newest(rows, found.since)] };
  await shifts.store(id, system, found, next, deliveries, now);
  return deliveries.map((delivery) => delivery.id);
}

/** What is there at the first look is what later ones compare with. */
function nextLook({ baseline, lookCount, looks }: LookState, rows: readonly ShiftRow[]): LookState {
  const last = looks.at(-1) ?? baseline;
  const at = newest(rows, last);
  const isLook = rows.filter(({ createdAt }) => createdAt > last).length >= FEWEST_CASES;
  const isCounted = isLook || isCompared(rows, looks);
  return {
    ...{ baseline, lookCount: isCounted ? lookCount + 1 : lookCount },
    looks: isLook ? [...looks, at].slice(-KEPT_LOOKS) : looks,
  };
}

function newest(rows: readonly ShiftRow[], otherwise: number): number {
  return rows.reduce((latest, { createdAt }) => Math.max(latest, createdAt), otherwise);
}

function shiftIdOf(project: string, system: string, { baseline, lookCount }: LookState): string {
  const key = JSON.stringify([project, system, baseline, lookCount]);
  return `shf_${createHash("sha256").update(key).digest("base64url").slice(0, 22)}`;
}
