/**
 * Reports the usage of organizations to a billing system. The usage of each day is reported after
 * the day has ended.
 */
import type { BillingSystem } from "../../billing/stripe.ts";
import type { BillingRepository, BillingRow } from "../../database/usage/billing-repository.ts";
import type { Meter } from "../../protocol/api/teams/plans.ts";

export interface BillingDeps {
  readonly events: BillingRepository;
  readonly system: BillingSystem;
  /** Meters that exist in the billing system. */
  readonly meters: readonly Meter[];
  now(): number;
  /** Returns a random number in [0, 1). */
  random(): number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Time from the end of a day until the day's usage is complete. Work from the last minutes of the
 * day may be counted later.
 */
const SETTLED_MS = HOUR_MS;
/**
 * Maximum age of a reported day, in days. It is one day less than the maximum that the billing
 * system accepts.
 */
const MOST_DAYS = 34;
/**
 * Maximum attempts to send an event in one run. An attempt needs a request and a statement, and an
 * invocation may make a thousand requests and statements.
 */
const AT_MOST = 200;
/**
 * Maximum customers whose events are sent in parallel. The billing system takes one request at a
 * time for each customer and meter.
 */
const CUSTOMERS_AT_ONCE = 4;
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 6 * HOUR_MS;
const TOO_LATE = "The billing system accepts no events of this day any more.";

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Adds events for usage that was counted after the last run. It can safely run at any time. */
export async function addBillingEvents({ events, meters, now }: BillingDeps): Promise<void> {
  const oldest = dayOf(now() - MOST_DAYS * DAY_MS);
  await events.giveUpBefore(oldest, TOO_LATE);
  const last = dayOf(now() - SETTLED_MS - DAY_MS);
  await events.addUntold(meters, oldest, last, now());
}

/**
 * Sends due events. If two runs send the same event, the billing system counts the event only one
 * time.
 */
export async function sendBillingEvents(deps: BillingDeps): Promise<void> {
  const due = await deps.events.due(deps.now(), AT_MOST);
  const waiting = [...Map.groupBy(due, ({ customer }) => customer).values()];
  let isDown = false;
  const work = async () => {
    for (let rows = waiting.shift(); rows !== undefined; rows = waiting.shift()) {
      for (const row of rows) {
        if (isDown) return;
        isDown = await send(deps, row);
      }
    }
  };
  await Promise.all(Array.from({ length: CUSTOMERS_AT_ONCE }, work));
}

/** @returns true if the billing system currently accepts no event at all */
async function send({ events, system, now, random }: BillingDeps, row: BillingRow) {
  const { id, customer, meter, value, day, attempts } = row;
  const at = Date.parse(day) + DAY_MS - 1_000;
  const outcome = await system.send({ id, customer, meter, value, at });
  if (outcome.kind === "sent") {
    await events.sent(row);
    return false;
  }
  const growing = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts, 20));
  const wait = Math.max(growing * (1 + random() / 2), outcome.waitSeconds * 1_000);
  await events.retry(row, outcome.error, now() + Math.ceil(wait));
  return outcome.isOutage;
}
