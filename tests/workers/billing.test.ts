/** In these tests, a function replaces Stripe. It gives the answers that Stripe's docs describe. */
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { stripe } from "../../src/billing/stripe.ts";
import { billingCustomer, billingEvent } from "../../src/database/schema/teams/operation.ts";
import { usageDay } from "../../src/database/schema/teams/usage.ts";
import { BillingRepository } from "../../src/database/usage/billing-repository.ts";
import { addBillingEvents, sendBillingEvents } from "../../src/jobs/billing/report-usage.ts";
import { database } from "../tenancy/support/browser.ts";

const DAY_MS = 24 * 3_600_000;
const NOON = Date.parse("2026-03-10T12:00:00Z");
const ERROR = (code: string, message = "") => JSON.stringify({ error: { code, message } });

interface Sent {
  readonly identifier: string;
  readonly event: string;
  readonly value: number;
  readonly timestamp: number;
  readonly customer: string;
}

/**
 * Follows Stripe's documented API: identifiers are unique, and a repeated idempotency key gets the
 * same answer.
 */
class ScriptedStripe {
  /** The events that Stripe has counted. */
  readonly counted: Sent[] = [];
  /**
   * Answers to the next requests instead of the usual one. With "lost", the event is counted but
   * the answer does not arrive.
   */
  readonly script: ({ status: number; body?: string; retryAfter?: string } | "lost")[] = [];
  requests = 0;
  readonly #answers = new Map<string, number>();

  readonly fetch = async (
    url: string,
    request: { headers: Readonly<Record<string, string>>; body: string },
  ) => {
    this.requests++;
    expect(url).toBe("https://api.stripe.test/v1/billing/meter_events");
    expect(request.headers.authorization).toBe("Bearer sk_test_1");
    expect(request.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    const next = this.script.shift();
    if (next !== undefined && next !== "lost") {
      return answer(next.status, next.body ?? "{}", next.retryAfter ?? null);
    }
    const given = this.#take(new URLSearchParams(request.body), request.headers["idempotency-key"]);
    if (next === "lost") throw new Error("connection reset");
    return given;
  };

  /** Forgets the idempotency keys, as Stripe may after 24 hours. */
  forgetKeys(): void {
    this.#answers.clear();
  }

  #take(form: URLSearchParams, key = "") {
    const repeated = this.#answers.get(key);
    if (repeated !== undefined) return answer(repeated, "{}", null);
    const identifier = form.get("identifier") ?? "";
    if (this.counted.some((event) => event.identifier === identifier)) {
      const message = `An event already exists with identifier ${identifier}.`;
      return answer(400, ERROR("", message), null);
    }
    const value = Number(form.get("payload[value]"));
    expect(Number.isInteger(value)).toBe(true);
    this.counted.push({
      ...{ identifier, event: form.get("event_name") ?? "", value },
      timestamp: Number(form.get("timestamp")),
      customer: form.get("payload[stripe_customer_id]") ?? "",
    });
    this.#answers.set(key, 200);
    return answer(200, "{}", null);
  }
}

const answer = (status: number, body: string, retryAfter: string | null) => ({
  ...{ status, headers: { get: () => retryAfter }, text: async () => body },
});

let service: ScriptedStripe;
let organization: string;
let project: string;
let now: number;
beforeEach(async () => {
  await database.delete(billingCustomer);
  await database.delete(billingEvent);
  service = new ScriptedStripe();
  [organization, project, now] = [crypto.randomUUID(), `prj_${crypto.randomUUID()}`, NOON];
  await database.insert(billingCustomer).values({ organization, customer: "cus_1" });
});

const deps = () => ({
  events: new BillingRepository(database),
  system: stripe<null>({
    ...{ url: "https://api.stripe.test", key: "sk_test_1", fetch: service.fetch },
    timeout: () => null,
  }),
  meters: ["events", "cases"] as const,
  now: () => now,
  random: () => 0,
});
const use = (day: string, counts: Partial<typeof usageDay.$inferInsert>) =>
  database
    .insert(usageDay)
    .values({ organization, project, day, ...counts })
    .onConflictDoUpdate({ target: [usageDay.project, usageDay.day], set: counts });
const report = async () => {
  await addBillingEvents(deps());
  await sendBillingEvents(deps());
};
const rows = () => database.select().from(billingEvent).orderBy(billingEvent.id);

test("J70 the usage of an ended day is reported once for each project, day and meter", async () => {
  await use("2026-03-09", { events: 120, cases: 3, bytes: 999 });
  await use("2026-03-10", { events: 7 });
  for (let run = 0; run < 3; run++) await report();
  const timestamp = Date.parse("2026-03-09T23:59:59Z") / 1_000;
  expect(service.counted).toEqual([
    {
      ...{ identifier: `${project}-cases-2026-03-09-0`, event: "memtrace_cases", value: 3 },
      ...{ timestamp, customer: "cus_1" },
    },
    {
      ...{ identifier: `${project}-events-2026-03-09-0`, event: "memtrace_events", value: 120 },
      ...{ timestamp, customer: "cus_1" },
    },
  ]);
  expect(service.requests).toBe(2);
});

test("J70 organizations that the billing system does not know are not reported", async () => {
  await database.delete(billingCustomer).where(eq(billingCustomer.organization, organization));
  await use("2026-03-09", { events: 120 });
  await report();
  expect(service.requests).toBe(0);
});

test("J71 if a count changes later, the difference is reported, even if the count is lower", async () => {
  await use("2026-03-09", { events: 120 });
  await report();
  await use("2026-03-09", { events: 150 });
  await report();
  await use("2026-03-09", { events: 140 });
  await report();
  expect(service.counted.map(({ value }) => value)).toEqual([120, 30, -10]);
  expect(new Set(service.counted.map(({ identifier }) => identifier)).size).toBe(3);
});

test("J72 an event whose answer was lost is sent again with its identifier and counted once", async () => {
  await use("2026-03-09", { events: 120 });
  service.script.push("lost");
  await report();
  expect((await rows())[0]).toMatchObject({ state: "queued", attempts: 1 });
  now += 3_600_000;
  await report();
  expect(service.counted).toHaveLength(1);
  expect((await rows())[0]).toMatchObject({ state: "sent", failure: null });
});

test("J72 the event counts once even if the billing system forgot its identifier and gets it a day later", async () => {
  await use("2026-03-09", { events: 120 });
  service.script.push("lost");
  await report();
  service.forgetKeys();
  now += DAY_MS;
  await report();
  expect(service.counted).toHaveLength(1);
  expect((await rows()).map(({ state }) => state)).toEqual(["sent"]);
});

test("J73 refusals are retried with growing waits, not before the time in a 429, and give the remedy", async () => {
  await use("2026-03-09", { events: 120, cases: 3 });
  service.script.push({ status: 429, retryAfter: "600" });
  await report();
  // Stripe's limit applies to all events together, so the service did not send the other events.
  expect(service.requests).toBe(1);
  const [limited] = await rows();
  expect(limited?.nextAttemptAt).toBe(NOON + 600_000);
  service.script.push({ status: 400, body: ERROR("resource_missing", "No such customer: SECRET") });
  now += 1_000;
  await report();
  const [, refused] = await rows();
  expect(refused).toMatchObject({
    ...{ failure: "The billing system answered 400 (resource_missing).", state: "queued" },
    nextAttemptAt: now + 60_000,
  });
  service.script.push({ status: 401 });
  now += 3_600_000;
  await report();
  expect((await rows()).map(({ failure }) => failure).join()).toContain("Check BILLING_API_KEY.");
  for (let run = 0; run < 5; run++) {
    now += DAY_MS;
    await report();
  }
  expect(service.counted.map(({ value }) => value).sort()).toEqual([120, 3]);
});

test("J74 the service gives up an event that is refused until its day is too old", async () => {
  await use("2026-03-09", { events: 120 });
  service.script.push({ status: 400 });
  await report();
  now = Date.parse("2026-04-13T12:00:00Z");
  await report();
  expect(await rows()).toMatchObject([
    { state: "failed", failure: "The billing system answered 400." },
  ]);
  expect(service.counted).toEqual([]);
  expect(await database.all(sql`select 1 from usage_day where project = ${project}`)).toHaveLength(
    1,
  );
});
