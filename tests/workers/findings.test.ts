/**
 * Results of many cases: findings and their states, shifts, and reports after every N attributions.
 */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ShiftRepository } from "../../src/database/insights/shift-repository.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { database } from "../tenancy/support/browser.ts";
import { Receiver } from "./support/receiver.ts";
import { rowsWith } from "./support/remains.ts";
import { storeAttributed, UNDECIDED, type Verdict } from "./support/stored-attributions.ts";
import { sweepInsights } from "./support/sweep.ts";
import { clientOf, newProject, type OwnProject } from "./support/tenants.ts";
import { failingVerdict, forgottenDog, note, sendEvents, sendPacked } from "./support/traces.ts";
import { until } from "./support/until.ts";

const ANSWERED = Date.parse("2026-03-04T05:06:07.000Z");
const HOUR = 3_600_000;
/** Not within the fifth minute of an hour, when scheduled reports are made. */
const SWEPT = Math.floor(Date.now() / HOUR) * HOUR + 7 * 60_000;

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let receiver: Receiver;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  receiver = new Receiver();
});
afterEach(() => receiver.close(tenant.project));

const sweep = (at: number) => sweepInsights(tenant.project, at);

/** Records a wrong answer of that time, and waits for its attribution. */
async function attributed(graph: string, at = ANSWERED): Promise<void> {
  const events = [...forgottenDog(graph), failingVerdict(graph)];
  await sendPacked(
    tenant.key,
    events.map((event): TraceEvent => ({ ...event, at })),
  );
  await until(async () => {
    const { items } = await api("GET /cases", { query: { graph, state: "done" } });
    return items[0];
  });
}

const findings = async () => (await api("GET /findings")).items;
const only = async () => {
  const [found, ...more] = await findings();
  expect(more).toEqual([]);
  if (found === undefined) throw new Error("there is no finding");
  return found;
};
const patch = async (json: {
  state: "open" | "acknowledged" | "fixed";
  note?: string;
  fixedAt?: string;
}) => {
  const params = { finding: (await only()).id };
  return api("PATCH /findings/{finding}", { params, body: json });
};
const iso = (at: number) => new Date(at).toISOString();

test("R70 similar cases are one finding with their number and times, and can be listed by finding", async () => {
  await attributed("g1");
  await attributed("g2", ANSWERED + HOUR);
  const found = await only();
  expect(found).toMatchObject({
    ...{ system: "mem0", errorType: "ExtractionError", opName: "extract", state: "open", cases: 2 },
    ...{ firstCaseAt: iso(ANSWERED), lastCaseAt: iso(ANSWERED + HOUR) },
    title: "extract did not extract what was needed",
  });
  const { items } = await api("GET /cases", { query: { finding: found.id } });
  expect(items.map(({ graph }) => graph)).toEqual(["g2", "g1"]);
  const none = await api("GET /cases", { query: { finding: "fnd_unknown" } });
  expect(none.items).toEqual([]);
});

test("R71 people acknowledge, fix and reopen a finding, and its history says who, when and why", async () => {
  await attributed("g1");
  expect(await patch({ state: "acknowledged", note: "We look." })).toMatchObject({
    state: "acknowledged",
  });
  expect(await patch({ state: "fixed", fixedAt: iso(ANSWERED + 1) })).toMatchObject({
    ...{ state: "fixed", fixedAt: iso(ANSWERED + 1) },
  });
  const after = await patch({ state: "open" });
  expect(after).toMatchObject({ state: "open", fixedAt: null });
  expect(after.history).toMatchObject([
    { state: "acknowledged", by: "tests", note: "We look." },
    { state: "fixed" },
    { state: "open" },
  ]);
});

test("R72 a fixed finding is reopened by a wrong answer after the fix, but not by an earlier one", async () => {
  await attributed("g1");
  await patch({ state: "fixed", fixedAt: iso(ANSWERED + HOUR) });
  await attributed("g2", ANSWERED + HOUR / 2);
  expect(await only()).toMatchObject({ state: "fixed", cases: 2 });
  await attributed("g3", ANSWERED + HOUR);
  const found = await only();
  expect(found).toMatchObject({ state: "reopened", fixedAt: null, cases: 3 });
  const params = { finding: found.id };
  const { history } = await api("GET /findings/{finding}", { params });
  expect(history.map(({ state, by }) => [state, by])).toEqual([
    ["fixed", "tests"],
    ["reopened", null],
  ]);
  await attributed("g4", ANSWERED + 2 * HOUR);
  expect((await api("GET /findings/{finding}", { params })).history).toHaveLength(2);
});

test("R72 a finding is reopened at once if a wrong answer came after the stated time of the fix", async () => {
  await attributed("g1");
  expect(await patch({ state: "fixed", fixedAt: iso(ANSWERED - 1) })).toMatchObject({
    ...{ state: "reopened", history: [{ state: "fixed" }, { state: "reopened", by: null }] },
  });
});

test("R73 an undecided verdict opens no finding", async () => {
  await sendEvents(tenant.key, [note("g", "a")]);
  await api("GET /graphs/{graph}", { params: { graph: "g" } });
  await storeAttributed(tenant.project, "g", 1_000, [UNDECIDED]);
  expect(await findings()).toEqual([]);
});

test("R74 a finding that no person changed is deleted with its last case; others stay with their history", async () => {
  await attributed("g1");
  const { id } = await only();
  await api("DELETE /graphs/{graph}", { params: { graph: "g1" } });
  expect(await findings()).toEqual([]);
  expect(await rowsWith(id)).toEqual({});
  await attributed("g2");
  await patch({ state: "acknowledged" });
  await api("DELETE /graphs/{graph}", { params: { graph: "g2" } });
  expect(await only()).toMatchObject({ state: "acknowledged", cases: 0, lastCaseAt: null });
});

test("R77 only a fixed finding has the time of its fix, and this time is never in the future", async () => {
  await attributed("g1");
  const params = { finding: (await only()).id };
  const refused = [
    { state: "acknowledged" as const, fixedAt: iso(ANSWERED) },
    { state: "fixed" as const, fixedAt: iso(Date.now() + HOUR) },
  ];
  for (const json of refused) {
    const answer = await api.response("PATCH /findings/{finding}", { params, body: json });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("fixedAt: ");
  }
  expect(await only()).toMatchObject({ state: "open", fixedAt: null });
});

test("R76 a finding keeps its latest 200 history events", async () => {
  await attributed("g1");
  const { id } = await only();
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 200)
     update finding set history = (select json_group_array(json_object(
       'at', '2026-01-01T00:00:00.000Z', 'state', 'open', 'by', 'x', 'note', 'event ' || i)) from n)
     where id = ?`,
  )
    .bind(id)
    .run();
  const { history } = await patch({ state: "acknowledged", note: "The last." });
  expect(history).toHaveLength(200);
  expect([history[0]?.note, history.at(-1)?.note]).toEqual(["event 2", "The last."]);
});

const kinds = (errorType: Verdict["errorType"], opName: string, count: number) =>
  Array.from({ length: count }, () => ({ errorType, opName }));
const BEFORE = [
  ...kinds("ExtractionError", "extract", 30),
  ...kinds("RetrievalError", "search", 10),
];
const AFTER = [...kinds("ExtractionError", "extract", 5), ...kinds("RetrievalError", "search", 25)];

const shifts = async () => (await api("GET /shifts")).items;

test("R65 after enough attributions, a shift is found and reported once, with its cases", async () => {
  const url = "https://hooks.example.com/";
  await api("POST /webhooks", { body: { url, events: ["distribution.shifted"] } });
  await sendEvents(tenant.key, [note("g", "a")]);
  await api("GET /graphs/{graph}", { params: { graph: "g" } });
  await storeAttributed(tenant.project, "g", 1_000, BEFORE);
  await sweep(SWEPT);
  expect(await shifts()).toEqual([]);
  await storeAttributed(tenant.project, "g", 2_000, AFTER.slice(0, 24));
  await sweep(SWEPT);
  expect(await shifts()).toEqual([]);
  await storeAttributed(tenant.project, "g", 3_000, AFTER.slice(24));
  await sweep(SWEPT);
  await sweep(SWEPT + 60_000);
  const [shift, ...more] = await shifts();
  expect(more).toEqual([]);
  expect(shift).toMatchObject({
    system: "mem0",
    body: { before: { cases: 40 }, now: { cases: 30 } },
    headline: expect.stringMatching(/rose|fell/),
  });
  const told = await until(async () => receiver.ofType("distribution.shifted")[0]);
  expect(JSON.parse(told.body).data).toMatchObject({
    ...{ shift: shift?.id, headline: shift?.headline, system: "mem0" },
    url: expect.stringContaining(`/shifts/${shift?.id}`),
  });
  const { items } = await api("GET /cases", { query: { shift: shift?.id ?? "" } });
  expect(new Set(items.map(({ errorType }) => errorType))).toEqual(new Set(["RetrievalError"]));
  expect(items).toHaveLength(25);

  await storeAttributed(tenant.project, "g", 4_000, AFTER);
  await sweep(SWEPT + HOUR);
  expect(await shifts()).toHaveLength(1);
  expect(receiver.ofType("distribution.shifted")).toHaveLength(1);
  await api("DELETE /graphs/{graph}", { params: { graph: "g" } });
  expect(await rowsWith(`${tenant.project}-g-`)).toEqual({});
});

test("R75 a check counts if it compared any shares, even with few new cases that count", async () => {
  const looks = new ShiftRepository(database, tenant.project);
  await sendEvents(tenant.key, [note("g", "a")]);
  await api("GET /graphs/{graph}", { params: { graph: "g" } });
  const few = BEFORE.slice(10).map((one, index) =>
    index % 3 === 0 ? one : { ...one, op: "one run" },
  );
  // Eleven losses are too few for a test over a single window, but enough for a test over several
  // checks.
  const rounds = [BEFORE, BEFORE, few];
  for (const [index, verdicts] of rounds.entries()) {
    await storeAttributed(tenant.project, "g", 1_000 * (index + 1), verdicts);
    await sweep(SWEPT + index * 60_000);
    expect(await looks.lookState("mem0", Date.now())).toMatchObject({ lookCount: index + 1 });
  }
  expect(await shifts()).toEqual([]);
  expect((await looks.lookState("mem0", Date.now()))?.looks).toEqual([1_000, 2_000, 3_000]);
});

test("R61 R65 more undecided verdicts are a shift, which links to these cases", async () => {
  await sendEvents(tenant.key, [note("g", "a")]);
  await api("GET /graphs/{graph}", { params: { graph: "g" } });
  await storeAttributed(tenant.project, "g", 1_000, BEFORE);
  await sweep(SWEPT);
  await storeAttributed(
    tenant.project,
    "g",
    2_000,
    BEFORE.slice(10).map(() => UNDECIDED),
  );
  await sweep(SWEPT);
  const [shift] = await shifts();
  expect(shift?.body.moved).toMatchObject([{ of: "outcome", key: "undecided", before: 0 }]);
  const { items } = await api("GET /cases", { query: { shift: shift?.id ?? "" } });
  expect(new Set(items.map(({ outcome }) => outcome))).toEqual(new Set(["undecided"]));
});

test("R66 a change of the memory system is no shift", async () => {
  await sendEvents(tenant.key, [note("g", "a")]);
  await api("GET /graphs/{graph}", { params: { graph: "g" } });
  await storeAttributed(tenant.project, "g", 1_000, BEFORE);
  await sweep(SWEPT);
  await env.DB.prepare("update failed_case set system = 'zep' where project = ?")
    .bind(tenant.project)
    .run();
  await storeAttributed(tenant.project, "g", 2_000, AFTER);
  await sweep(SWEPT);
  expect(await shifts()).toEqual([]);
});

test("R67 a report is made after the set number of new attributions, and covers their answers", async () => {
  await api("PATCH /project", { body: { reportAfter: 5 } });
  await sendEvents(tenant.key, [note("g", "a")]);
  await api("GET /graphs/{graph}", { params: { graph: "g" } });
  const reports = async () => (await api("GET /reports")).items;
  const began = Date.now();
  await storeAttributed(tenant.project, "g", began - HOUR, BEFORE.slice(0, 4));
  await sweep(SWEPT);
  expect(await reports()).toEqual([]);
  await storeAttributed(tenant.project, "g", began - 1_000, BEFORE.slice(0, 2));
  await sweep(SWEPT);
  await sweep(SWEPT + 60_000);
  const [report, ...more] = await reports();
  expect(more).toEqual([]);
  expect(report).toMatchObject({ trigger: "attributions", from: iso(began - HOUR) });
  expect(Date.parse(report?.to ?? "")).toBeGreaterThanOrEqual(began);
  await storeAttributed(tenant.project, "g", began, BEFORE.slice(0, 5));
  await api("PATCH /project", { body: { reportAfter: null } });
  await sweep(SWEPT + 2 * HOUR);
  expect(await reports()).toHaveLength(1);
});

test("H255 a finding shows the number of its cases in each of the last twelve weeks", async () => {
  const week = 7 * 24 * HOUR;
  const now = Date.now();
  await attributed("last week", now - HOUR);
  await attributed("the week before", now - week - HOUR);
  await attributed("long ago", now - 20 * week);
  const trend = [...Array.from({ length: 10 }, () => 0), 1, 1];
  expect(await only()).toMatchObject({ cases: 3, trend });
  const params = { finding: (await only()).id };
  expect(await api("GET /findings/{finding}", { params })).toMatchObject({ trend });
});
