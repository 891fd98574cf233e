/**
 * Reports the usage of organizations to a billing system, one day at a time. A day is reported
 * after it has ended.
 */
import type { BillingSystem } from "../../billing/stripe.ts";
import type { BillingRepository, BillingRow } from "../../database/usage/billing-repository.ts";
import type { Meter } from "../../protocol/api/teams/plans.ts";

export interface BillingDeps {
  readonly events: BillingRepository;
  readonly system: BillingSystem;
  /** The meters that the billing system has configured. Other usage is not reported. */
  readonly meters: readonly Meter[];
  now(): number;
  /** In [0, 1). */
  random(): number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Usage of a day's last minutes can be counted late. The count of a day is complete this long after
 * the end of the day.
 */
const SETTLED_MS = HOUR_MS;
/** Maximum age, in days, of reported usage. The billing system accepts one day more. */
const MOST_DAYS = 34;
/**
 * Maximum number of events that one run attempts to send. An attempt makes one request and one
 * database statement. Cloudflare allows a thousand requests and statements in total per Worker
 * invocation.
 */
const AT_MOST = 200;
/**
 * Maximum number of customers whose events are sent in parallel. The events of one customer are
 * sent one after another, because the billing system accepts only one request at a time for each
 * customer and meter.
 */
const CUSTOMERS_AT_ONCE = 4;
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 6 * HOUR_MS;
const TOO_LATE = "The billing system accepts no events of this day any more.";

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Adds events for usage that was counted since the last run. A repeated call adds nothing. */
export async function addBillingEvents({ events, meters, now }: BillingDeps): Promise<void> {
  const oldest = dayOf(now() - MOST_DAYS * DAY_MS);
  await events.giveUpBefore(oldest, TOO_LATE);
  const last = dayOf(now() - SETTLED_MS - DAY_MS);
  await events.addUntold(meters, oldest, last, now());
}

/** Sends the due events. If two runs send the same event, the billing system counts it once. */
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

/** @returns true if the billing system accepts no events now; the run should then stop */
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
