/**
 * Compares a figure of memory health with its bound. Queues webhooks when the figure begins or
 * stops violating the bound.
 */

import type { WebhookRepository } from "../../database/jobs/webhook-repository.ts";
import type { BoundRow, HealthBoundRepository } from "../../database/memory/health-bounds.ts";
import type { HealthRepository } from "../../database/memory/health-repository.ts";
import type { MemoryRepository } from "../../database/memory/memory-repository.ts";
import {
  type BoundedShare,
  boundHeadline,
  stateOfBound,
} from "../../reports/health/health-bound.ts";
import { ledgerShares } from "../../reports/health/ledger-shares.ts";
import { healthCrossed } from "../../webhooks/payloads.ts";

export interface BoundDeps {
  readonly project: string;
  readonly healthBounds: HealthBoundRepository;
  readonly health: HealthRepository;
  readonly memory: MemoryRepository;
  readonly webhooks: WebhookRepository;
  readonly publicUrl: string;
  newId(prefix: string): string;
}

const DAY_MS = 24 * 3_600_000;

/** @returns the ids of the queued deliveries, which the caller must wake */
export async function checkBound(
  deps: BoundDeps,
  row: BoundRow,
  now: number,
): Promise<readonly string[]> {
  const found = await shareOf(deps, row, now);
  const state = stateOfBound(row, found);
  if (state === row.state) {
    await deps.healthBounds.record(row, state, [], now);
    return [];
  }
  const { figure, bound, days } = row;
  const payload = healthCrossed(
    { baseUrl: deps.publicUrl, project: deps.project },
    { figure, bound, days, state, ...found, headline: boundHeadline({ ...row, state }, found) },
    now,
  );
  const deliveries = await deps.webhooks.deliveriesFor(payload, () => deps.newId("msg"), now);
  const isRecorded = await deps.healthBounds.record(row, state, deliveries, now);
  return isRecorded ? deliveries.map(({ id }) => id) : [];
}

async function shareOf(
  { health, memory }: BoundDeps,
  { figure, days }: BoundRow,
  now: number,
): Promise<BoundedShare> {
  if (figure === "survival") {
    const from = new Date(now - ((days ?? 1) - 1) * DAY_MS).toISOString().slice(0, 10);
    const { facts, kept, share } = await health.survival(days === null ? {} : { from });
    return { count: kept, of: facts, share };
  }
  const shares = ledgerShares(await memory.figures({}));
  const found = shares.find((each) => each.figure === figure);
  if (found === undefined) throw new Error(`no figure ${figure}`);
  return found;
}
