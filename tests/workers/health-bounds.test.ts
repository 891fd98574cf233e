/** Bounds of memory health, from the setting to the message about a crossing. */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Receiver } from "./support/receiver.ts";
import { sweep } from "./support/sweep.ts";
import { clientOf, newProject, type OwnProject, send } from "./support/tenants.ts";
import { forgottenDog, sendPacked } from "./support/traces.ts";
import { until } from "./support/until.ts";

const BOUND = { figure: "survival", bound: 0.8, days: null } as const;
let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let receiver: Receiver;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  receiver = new Receiver();
  await sendPacked(tenant.key, forgottenDog("g"));
  await api("GET /graphs/{graph}/ledger", { params: { graph: "g" } });
});
afterEach(() => receiver.close(tenant.project));

const set = (...bounds: { figure: "survival" | "loop"; bound: number; days?: number | null }[]) =>
  api("PUT /memory/health/bounds", { body: { bounds } });
const bounds = async () => (await api("GET /memory/health/bounds")).items;

/** Stores a count of `of` facts, of which the memory kept `kept`. */
async function counted(kept: number, of: number): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const group = { day, kind: "name", wasStored: true, opName: "extract" };
  const facts = [
    { ...group, fate: "kept", errorType: null, count: kept },
    { ...group, fate: "lost", errorType: "ExtractionError", count: of - kept },
  ].filter(({ count }) => count > 0);
  await env.DB.prepare("update graph_memory set facts = ? where project = ?")
    .bind(JSON.stringify(facts), tenant.project)
    .run();
}

/** Runs the check of the bounds as if an hour had passed. */
async function checked(): Promise<void> {
  await env.DB.prepare(
    "update health_bound set checked_at = checked_at - 4000000 where project = ?",
  )
    .bind(tenant.project)
    .run();
  const since = new Date().toISOString();
  await sweep(Date.now());
  await until(async () => {
    const all = await bounds();
    return all.every(({ checkedAt }) => checkedAt !== null && checkedAt >= since) || undefined;
  });
}

const told = () =>
  receiver.ofType("health.crossed").map(({ body }) => JSON.parse(body).data as object);

test("H524 a request replaces all bounds, and an unchanged bound keeps its state", async () => {
  expect(await bounds()).toEqual([]);
  await set({ figure: "survival", bound: 0.8, days: 30 }, { figure: "loop", bound: 0.1 });
  expect(await bounds()).toEqual([
    { figure: "loop", bound: 0.1, days: null, state: "met", changedAt: null, checkedAt: null },
    { figure: "survival", bound: 0.8, days: 30, state: "met", changedAt: null, checkedAt: null },
  ]);
  await counted(10, 100);
  await checked();
  await set({ figure: "survival", bound: 0.8, days: 30 });
  expect(await bounds()).toMatchObject([{ figure: "survival", state: "crossed" }]);
  await set({ figure: "survival", bound: 0.7, days: 30 });
  expect(await bounds()).toMatchObject([{ state: "met", changedAt: null, checkedAt: null }]);
});

test.each([
  [[{ figure: "loop", bound: 0.1, days: 7 }], "figures of the ledger have no days"],
  [[BOUND, { ...BOUND, bound: 0.5 }], "must name each figure once"],
  [[{ ...BOUND, bound: 1.1 }], "bound"],
])("H524 the service refuses the bounds %j", async (wrong, message) => {
  const answer = await send("/v1/memory/health/bounds", {
    method: "PUT",
    headers: { authorization: `Bearer ${tenant.key}`, "content-type": "application/json" },
    body: JSON.stringify({ bounds: wrong }),
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(message);
});

test("J79 a crossing is reported once, and once more when the bound is met again", async () => {
  const url = "https://hooks.example.com/";
  await api("POST /webhooks", { body: { url, events: ["health.crossed"] } });
  await set(BOUND);
  await counted(90, 100);
  await checked();
  await counted(60, 100);
  await checked();
  await until(async () => told()[0]);
  await counted(78, 100);
  await checked();
  await counted(85, 100);
  await checked();
  await until(async () => told()[1]);
  expect(told()).toMatchObject([
    {
      ...{ figure: "survival", state: "crossed", bound: 0.8, days: null, share: 0.6, of: 100 },
      headline: expect.stringContaining("below the bound of 80%"),
      url: expect.stringMatching(/\/p\/prj_[^/]+\/health$/),
    },
    { state: "met", share: 0.85 },
  ]);
  expect(await bounds()).toMatchObject([{ state: "met", changedAt: expect.any(String) }]);
});

test("W99 an alert rule sends a message about a crossing and about its end to its channel", async () => {
  const address = "https://hooks.slack.com/services/T000/B000/secret";
  const { id } = await api("POST /channels", {
    body: { kind: "slack", name: "On call", address, events: [] },
  });
  await api("POST /rules", { body: { name: "R", events: ["health.crossed"], channels: [id] } });
  await set(BOUND);
  for (const kept of [60, 90]) {
    await counted(kept, 100);
    await checked();
  }
  const texts = await until(async () => {
    const posts = receiver.received.filter(({ url }) => url === address);
    return posts.length === 2 ? posts.map(({ body }) => body) : undefined;
  });
  expect(texts[0]).toContain("Memory health crossed a bound");
  expect(texts[1]).toContain("A bound of memory health is met again");
});
