import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { GraphRepository } from "../../../src/database/graphs/graph-repository.ts";
import { failedCase } from "../../../src/database/schema/project.ts";
import { organizationPlan, usageDay } from "../../../src/database/schema/teams/usage.ts";
import { recordAlerts } from "../../../src/database/usage/usage-alerts.ts";
import type { TraceEvent } from "../../../src/protocol/events/events.ts";
import { database } from "../../tenancy/support/browser.ts";
import { graphObject } from "../../workers/support/remains.ts";
import { clientAs, clientOf, newTenant, send, type Tenant } from "../../workers/support/tenants.ts";
import { note, sendEvents } from "../../workers/support/traces.ts";

let tenant: Tenant;
let api: ReturnType<typeof clientOf>;
beforeEach(async () => {
  tenant = await newTenant();
  api = clientOf(tenant.key);
});

const today = () => new Date().toISOString().slice(0, 10);
const usedToday = async () => {
  const { days } = await api("GET /usage");
  return days.find(({ day }) => day === today());
};
const pack = (graph: string) => graphObject(tenant.project, graph).flush();

/** Adds usage of the organization on this day, without events. */
const use = (
  day: string,
  counts: Partial<typeof usageDay.$inferInsert>,
  project = tenant.project,
) =>
  database.insert(usageDay).values({ organization: tenant.organization, project, day, ...counts });

const setPlan = (plan: "free" | "team") =>
  database.insert(organizationPlan).values({ organization: tenant.organization, plan });

test("H370 events, bytes and graphs are counted once, even if a batch or a pack is repeated", async () => {
  const events = [note("g1", "a"), note("g1", "b"), note("g2", "c")];
  await sendEvents(tenant.key, events);
  await sendEvents(tenant.key, events);
  await Promise.all([pack("g1"), pack("g2")]);
  await sendEvents(tenant.key, [note("g1", "d")]);
  await pack("g1");
  const used = await usedToday();
  const { results } = await env.DB.prepare(
    "select sum(length(body)) as bytes from pack where project = ?",
  )
    .bind(tenant.project)
    .all();
  expect(used).toMatchObject({ events: 4, graphs: 2, bytes: results[0]?.bytes });
  const { items } = await api("GET /graphs");
  expect(items).toHaveLength(2);
});

test("H370 a pack that is stored again with more events adds only the new ones", async () => {
  const graphs = new GraphRepository(database, tenant.project);
  const stored = (last: number, events: number, bytes: number) =>
    graphs.storePack(
      "g",
      {
        ...{ sequence: 0, last, body: new Uint8Array(bytes), opensCase: false, hasVerdict: false },
        ...{ counts: { variable: events }, users: [], named: {} },
      },
      Date.now(),
    );
  await stored(3, 10, 100);
  await stored(3, 10, 100);
  await stored(5, 15, 130);
  await stored(3, 10, 100);
  expect(await usedToday()).toMatchObject({ events: 15, bytes: 130, graphs: 1 });
});

test("H506 if a plan changes during a batch, the batch is stored whole and the next is refused whole", async () => {
  await use(today(), { events: 2_000_000 }, `other_${crypto.randomUUID()}`);
  // The service caches the plan for half a minute, so the first event determines the plan of the
  // whole batch.
  const begunAt = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(begunAt);
  await sendEvents(tenant.key, [note("g1", "first")]);
  const [begun, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lines = ["a", "b", "c"].map((id) => `${JSON.stringify(note("g1", id))}\n`);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const line = lines.shift();
      if (line === undefined) return controller.close();
      if (lines.length === 1) {
        begun.resolve();
        await changed.promise;
      }
      controller.enqueue(new TextEncoder().encode(line));
    },
  });
  const headers = {
    authorization: `Bearer ${tenant.key}`,
    "content-type": "application/x-ndjson",
  };
  const sending = send("/v1/events", { method: "POST", headers, body });
  await begun.promise;
  await setPlan("free");
  changed.resolve();
  const answer = await sending;
  expect(answer.status).toBe(202);
  expect(await answer.json()).toMatchObject({ accepted: 3, rejected: [] });
  clock.mockReturnValue(begunAt + 30_000);
  const event = JSON.stringify(note("g1", "d"));
  const post = () => send("/v1/events", { method: "POST", headers, body: event });
  const refused = await post();
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("3600");
  await database
    .update(organizationPlan)
    .set({ plan: "team" })
    .where(eq(organizationPlan.organization, tenant.organization));
  clock.mockReturnValue(begunAt + 61_000);
  const accepted = await post();
  expect(await accepted.json()).toMatchObject({ accepted: 1, duplicates: 0 });
  clock.mockRestore();
  await pack("g1");
  expect(await usedToday()).toMatchObject({ events: 5 });
});

test("H370 the counts of a deleted graph or project stay", async () => {
  await sendEvents(tenant.key, [note("g1", "a")]);
  await pack("g1");
  await api("DELETE /graphs/{graph}", { params: { graph: "g1" } });
  await sendEvents(tenant.key, [note("g1", "a")]);
  await pack("g1");
  expect(await usedToday()).toMatchObject({ events: 2, graphs: 2 });
  await use(`${today().slice(0, 8)}01`, { events: 7 }, "prj_deleted");
  const { month } = await api("GET /usage");
  const events = month.meters.find(({ meter }) => meter === "events");
  expect(events).toMatchObject({ used: 9, limit: null });
});

test("H371 usage lists a year of days, oldest first, with the cost of models, for this project only", async () => {
  await use("2025-03-01", { events: 5, cases: 2 });
  await use("2025-02-01", { deliveries: 3 });
  await use("2025-02-01", { events: 99 }, "prj_other");
  await env.DB.prepare("insert into model_spending values (?, '2025-02-01', 1, 1, 1, 0.25)")
    .bind(tenant.project)
    .run();
  const { days } = await api("GET /usage", { query: { from: "2024-06-01", to: "2025-05-31" } });
  const none = { events: 0, bytes: 0, graphs: 0, cases: 0, deliveries: 0, usd: 0 };
  expect(days).toEqual([
    { ...none, day: "2025-02-01", deliveries: 3, usd: 0.25 },
    { ...none, day: "2025-03-01", events: 5, cases: 2 },
  ]);
  const long = await api.response("GET /usage", {
    query: { from: "2020-01-01", to: "2025-01-01" },
  });
  expect(long.status).toBe(400);
});

test("H372 at a limit, events get 429, Retry-After and the remedy, and accepted events stay", async () => {
  await setPlan("free");
  await sendEvents(tenant.key, [note("g1", "a")]);
  await use(`${today().slice(0, 8)}01`, { events: 1_000_000 }, "prj_second");
  const late = await newTenant();
  const send429 = (key: string, path: string, type: string, body: string) =>
    send(path, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": type },
      body,
    });
  // For up to half a minute, the isolate still treats the organization as within its plan.
  const fresh = await clientAs(tenant.owner, tenant.project)("GET /usage");
  expect(fresh.month).toMatchObject({ plan: "free" });
  await database.insert(organizationPlan).values({ organization: late.organization, plan: "free" });
  await database.insert(usageDay).values({
    ...{ organization: late.organization, project: "prj_x", day: today(), events: 1_000_000 },
  });
  const line = JSON.stringify(note("g9", "a"));
  for (const [path, type, body] of [
    ["/v1/events", "application/x-ndjson", line],
    ["/v1/otlp/v1/traces", "application/json", '{"resourceSpans":[]}'],
    ["/v1/graphs", "application/json", "{}"],
  ] as const) {
    const answer = await send429(late.key, path, type, body);
    expect([path, answer.status]).toEqual([path, 429]);
    expect(answer.headers.get("retry-after")).toBe("3600");
    const { error } = await answer.json<{ error: { message: string } }>();
    expect(error.message).toContain("Ask an owner for a larger plan");
  }
  expect((await clientOf(late.key)("GET /graphs")).items).toEqual([]);
  await pack("g1");
  expect((await api("GET /graphs")).items).toHaveLength(1);
});

test("H373 the shares 50, 80 and 100% of a limit are recorded once each and sent to subscribers", async () => {
  await setPlan("free");
  const owner = clientAs(tenant.owner, tenant.project);
  await owner("POST /webhooks", {
    body: { url: "https://hooks.example.com/", events: ["usage.threshold_reached"] },
  });
  const deps = { publicUrl: "https://memtrace.example", defaultPlan: "unlimited" } as const;
  await use(today(), { cases: 2_500 });
  await recordAlerts(database, deps, Date.now());
  await recordAlerts(database, deps, Date.now());
  await database
    .update(usageDay)
    .set({ cases: 5_001 })
    .where(eq(usageDay.organization, tenant.organization));
  await recordAlerts(database, deps, Date.now());
  const { items } = await owner("GET /deliveries");
  const shares = items.map(({ payload }) => JSON.parse(payload).data);
  expect(shares.map(({ meter, threshold }) => [meter, threshold]).sort()).toEqual([
    ["cases", 0.5],
    ["cases", 0.8],
    ["cases", 1],
  ]);
  const { month } = await api("GET /usage");
  const cases = month.meters.find(({ meter }) => meter === "cases");
  expect(cases?.alerts.map(({ threshold }) => threshold)).toEqual([0.5, 0.8, 1]);
  expect(cases).toMatchObject({ used: 5_001, limit: 5_000 });
  // Events are refused at the limit of stored traces, but not at the limit of cases.
  await sendEvents(tenant.key, [note("g1", "a")]);
});

test("H374 a deployment without a plan has no limits and records no alerts", async () => {
  await use(today(), { events: 10 ** 12, cases: 10 ** 9 });
  const deps = { publicUrl: "https://memtrace.example", defaultPlan: "unlimited" } as const;
  await recordAlerts(database, deps, Date.now());
  const { month } = await api("GET /usage");
  expect(month.plan).toBe("unlimited");
  expect(month.meters.flatMap(({ alerts }) => alerts)).toEqual([]);
  await sendEvents(tenant.key, [note("g1", "a")]);
});

test("H370 a verdict and a received delivery are counted in their own transactions", async () => {
  const verdict = {
    ...{ type: "verdict", id: "v1", graph: "g1", at: 5, query: "Where?", prediction: "Rome" },
    ...{ expected: ["Paris"], score: 0 },
  } as TraceEvent;
  await sendEvents(tenant.key, [note("g1", "a"), verdict]);
  await pack("g1");
  await expect
    .poll(
      async () => {
        const rows = await database
          .select({ state: failedCase.state })
          .from(failedCase)
          .where(eq(failedCase.project, tenant.project));
        return rows.map(({ state }) => state);
      },
      { timeout: 20_000 },
    )
    .toEqual(["done"]);
  expect(await usedToday()).toMatchObject({ cases: 1, deliveries: 0 });
});
