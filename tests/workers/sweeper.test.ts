import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CaseRepository } from "../../src/database/cases/case-repository.ts";
import { findLostWork } from "../../src/jobs/sweep.ts";
import { bucketStart } from "../../src/reports/over-time.ts";
import { database } from "../tenancy/support/browser.ts";
import { Receiver } from "./support/receiver.ts";
import { sweep, sweepInsights } from "./support/sweep.ts";
import { clientOf, newProject, type OwnProject } from "./support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "./support/traces.ts";
import { until } from "./support/until.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The time of an hour at which the sweep makes scheduled reports. */
const REPORTING = Math.floor(Date.now() / HOUR) * HOUR + 5 * MINUTE;
/** The ends of the last day and of the last week for which all events have arrived. */
const lastDay = () => bucketStart(Date.now() - 4 * MINUTE, "day");
const MONDAY = bucketStart(Date.now() - 4 * MINUTE, "week");
const iso = (at: number) => new Date(at).toISOString();

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let receiver: Receiver;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  receiver = new Receiver();
});
afterEach(() => receiver.close(tenant.project));

const run = (statement: string, ...values: unknown[]) =>
  env.DB.prepare(statement)
    .bind(...values)
    .run();

const shown = async (id: string) => api("GET /cases/{case}", { params: { case: id } });

/** Records a case and waits until it is attributed. Returns its id. */
const attributedCase = async (): Promise<string> => {
  await sendEvents(tenant.key, [...forgottenDog("g"), failingVerdict("g")]);
  await api("GET /graphs/{graph}", { params: { graph: "g" } });
  return until(async () => {
    const query = { state: "done" } as const;
    return (await api("GET /cases", { query })).items[0]?.id;
  });
};

const done = (id: string) =>
  until(async () => {
    const found = await shown(id);
    return found.state === "done" ? found : undefined;
  });

const lost = async (now: number) => {
  const { graphs, deliveries } = await findLostWork(database, now);
  const own = ({ project }: { project: string }) => project === tenant.project;
  return { graphs: graphs.filter(own), deliveries: deliveries.filter(own) };
};

/** Counts the jobs of the project's graph that began and did not end. */
const attempts = () =>
  env.DB.prepare("select job_attempts as n from graph where project = ?")
    .bind(tenant.project)
    .first<number>("n");

const NOTHING = { graphs: [], deliveries: [] };

test("J1 the sweep attributes a case whose wake-up was lost", async () => {
  const id = await attributedCase();
  const now = Date.now();
  await run(
    "update failed_case set state = 'queued', state_at = ?, attribution = null where id = ?",
    now - MINUTE,
    id,
  );
  expect(await lost(now)).toEqual(NOTHING);
  await sweep(now + 1);
  expect(await done(id)).toMatchObject({ attribution: { op: "op-extract" } });
  expect(await lost(now + HOUR)).toEqual(NOTHING);
});

test("D34 a right answer wakes no attribution, and is counted once its graph is quiet", async () => {
  const right = { ...failingVerdict("g"), score: 1 };
  await sendEvents(tenant.key, [...forgottenDog("g"), right]);
  const answer = await api.response("GET /graphs/{graph}", { params: { graph: "g" } });
  expect(await answer.json()).toMatchObject({ isExamined: true, cases: 0 });
  const revisions = () =>
    env.DB.prepare(
      "select wanted_revision, judged_revision = revision as judged, examined_revision = revision as examined from graph where project = ?",
    )
      .bind(tenant.project)
      .first();
  expect(await revisions()).toEqual({ wanted_revision: -1, judged: 1, examined: 0 });
  const now = Date.now();
  expect(await lost(now)).toEqual(NOTHING);
  const quiet = now + MINUTE + 1;
  expect(await lost(quiet)).toMatchObject({ graphs: [{ graph: "g" }] });
  await sweep(quiet);
  await until(async () => ((await revisions())?.examined === 1 ? true : undefined));
  expect(await lost(quiet + HOUR)).toEqual(NOTHING);
});

test("J1 the sweep finds a wrong answer that no job searched for", async () => {
  const id = await attributedCase();
  await run("delete from failed_case where id = ?", id);
  const now = Date.now();
  await run(
    "update graph set examined_revision = -1, updated_at = ? where project = ?",
    now - MINUTE,
    tenant.project,
  );
  expect(await lost(now)).toEqual(NOTHING);
  await sweep(now + 1);
  const isDone = async () => {
    const { items } = await api("GET /cases", { query: { state: "done" } });
    return items.some((each) => each.id === id) || undefined;
  };
  expect(await until(isDone)).toBe(true);
});

test("J2 a graph that kills every worker is given up until somebody requests it again", async () => {
  const id = await attributedCase();
  const now = Date.now();
  await until(async () => (await attempts()) === 0 || undefined);
  // Use one batch, because the project's worker takes due work as soon as it sees it.
  await env.DB.batch([
    env.DB.prepare("update failed_case set state = 'queued', state_at = ? where id = ?").bind(
      now - MINUTE,
      id,
    ),
    env.DB.prepare(
      "update graph set examined_revision = -1, job_attempts = 5, updated_at = ? where project = ?",
    ).bind(now - MINUTE, tenant.project),
  ]);
  await sweep(now + 1);
  expect(await until(async () => (await shown(id)).failure ?? undefined)).toContain(
    "could not be read",
  );
  expect(await lost(now + HOUR)).toEqual(NOTHING);
  await api("POST /cases/{case}/attribute", { params: { case: id } });
  expect(await done(id)).toMatchObject({ attribution: { op: "op-extract" }, failure: null });
});

test("J2 the answer about a given-up graph says so, and a request repeats the search for wrong answers", async () => {
  const id = await attributedCase();
  const now = Date.now();
  const graph = async () => api("GET /graphs/{graph}", { params: { graph: "g" } });
  await until(async () => (await attempts()) === 0 || undefined);
  // Use one batch, because the project's worker takes due work as soon as it sees it.
  await env.DB.batch([
    env.DB.prepare("delete from failed_case where id = ?").bind(id),
    env.DB.prepare(
      "update graph set examined_revision = -1, job_attempts = 5, updated_at = ? where project = ?",
    ).bind(now - MINUTE, tenant.project),
  ]);
  await sweep(now + 1);
  await until(async () => (await graph()).isGivenUp || undefined);
  expect(await graph()).toMatchObject({ isExamined: false, cases: 0 });
  expect(await lost(now + HOUR)).toEqual(NOTHING);
  const asked = await api("POST /graphs/{graph}/examine", { params: { graph: "g" } });
  expect(asked).toMatchObject({ isExamined: false, isGivenUp: false });
  await until(async () => (await graph()).isExamined || undefined);
  expect(await done(id)).toMatchObject({ attribution: { op: "op-extract" } });
  expect(await graph()).toMatchObject({ isExamined: true, isGivenUp: false, cases: 1 });
});

test("J3 the sweep sends a delivery whose wake-up was lost", async () => {
  const url = "https://hooks.example.com/";
  const endpoint = await api("POST /webhooks", { body: { url } });
  const params = { endpoint: endpoint.id };
  const { id } = await api("POST /webhooks/{endpoint}/test", { params });
  const attempts = (count: number) =>
    until(async () => {
      const shown = await api.response("GET /deliveries/{delivery}", { params: { delivery: id } });
      const delivery = await shown.json();
      return delivery.attempts.length === count ? delivery : undefined;
    });
  await attempts(1);
  const now = Date.now();
  await run(
    "update delivery set state = 'queued', next_attempt_at = ? where id = ?",
    now - MINUTE,
    id,
  );
  expect(await lost(now)).toEqual(NOTHING);
  await sweep(now + 1);
  expect(await attempts(2)).toMatchObject({ state: "delivered" });
  expect(receiver.received).toHaveLength(2);
});

test("J53 the sweep wakes each project once, however much work it has", async () => {
  const other = await newProject();
  const now = Date.now();
  const insert = (project: string, endpoint: string, count: number) =>
    env.DB.batch([
      env.DB.prepare(
        "insert into endpoint (id, project, url, description, events, state, secret, created_at) values (?1, ?2, 'https://hooks.example.com/', '', '[]', 'disabled', '', 0)",
      ).bind(endpoint, project),
      env.DB.prepare(
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < ?3) insert into delivery (id, project, endpoint, event, payload, state, attempts, next_attempt_at, created_at) select ?1 || i, ?2, ?1, 'test', '{}', 'queued', '[]', ?4, 0 from n",
      ).bind(endpoint, project, count, now - 2 * MINUTE),
      env.DB.prepare(
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < ?3) insert into job (id, project, kind, input, state, state_at, wake_at, attempts, done, total, spent, created_at) select ?1 || i, ?2, 'report', '{}', 'queued', 0, ?4, 0, 0, 0, '{}', 0 from n",
      ).bind(endpoint, project, count, now - 2 * MINUTE),
    ]);
  await insert(tenant.project, `ep_${crypto.randomUUID()}`, 5_000);
  await insert(other.project, `ep_${crypto.randomUUID()}`, 1);
  const { jobs, deliveries } = await findLostWork(database, now);
  const times = (woken: readonly { project: string }[], project: string) =>
    woken.filter((one) => one.project === project).length;
  for (const { project } of [tenant, other]) {
    expect(times(jobs, project)).toBe(1);
    expect(times(deliveries, project)).toBe(1);
    await run("delete from delivery where project = ?", project);
    await run("delete from job where project = ?", project);
  }
});

test("J4 a case whose worker died is queued again, at most three times", async () => {
  const id = await attributedCase();
  const die = (attempts: number, at: number) =>
    run(
      "update failed_case set state = 'running', attempts = ?, state_at = ? where id = ?",
      attempts,
      at,
      id,
    );
  const now = Date.now();
  await die(1, now - 10 * MINUTE);
  expect(await lost(now)).toEqual(NOTHING);
  await sweep(now + 1);
  await done(id);
  await die(3, now - 10 * MINUTE);
  await sweep(now + 1);
  expect(await shown(id)).toMatchObject({
    state: "failed",
    failure: expect.stringContaining("lost"),
  });
  expect(await lost(now + HOUR)).toEqual(NOTHING);
});

test("J7 several jobs attribute very many cases of one graph", async () => {
  await attributedCase();
  const cases = new CaseRepository(database, tenant.project);
  const now = Date.now();
  const opened = Array.from({ length: 150 }, (_, index) => ({
    ...{ id: `${tenant.project} ${index}`, graph: "g", origin: "api" as const, query: `Q${index}` },
    ...{
      expected: ["Rex"],
      prediction: "no",
      evidence: ["message:m1@1"],
      occurredAt: 0,
      createdAt: now,
    },
  }));
  expect(await cases.open(opened, now)).toBe(150);
  await sweep(now + 2 * MINUTE);
  const open = env.DB.prepare(
    "select id from failed_case where project = ? and state in ('queued', 'running') limit 1",
  ).bind(tenant.project);
  await until(async () => ((await open.first()) === null ? true : undefined));
  const count = async (state: "done" | "failed") => (await cases.figures({ state }, 1_000)).length;
  expect(await count("done")).toBe(151);
  expect(await count("failed")).toBe(0);
});

const reports = async () => (await api("GET /reports")).items;

/** Sets the time at which the project's first event was packed. */
const firstPackedAt = (at: number) =>
  run("update project set first_event_at = ? where id = ?", at, tenant.project);

test("J5 a scheduled report is made and delivered once per period", async () => {
  const url = "https://hooks.example.com/";
  await api("POST /webhooks", { body: { url, events: ["report.ready"] } });
  await attributedCase();
  await firstPackedAt(MONDAY - HOUR);
  await sweep(REPORTING + HOUR / 2);
  expect(await reports()).toEqual([]);
  for (const at of [REPORTING, REPORTING + HOUR]) await sweepInsights(tenant.project, at);
  expect(await reports()).toMatchObject([
    { from: iso(MONDAY - 7 * DAY), to: iso(MONDAY), trigger: "schedule" },
  ]);
  const told = await until(async () => receiver.ofType("report.ready")[0]);
  const [report] = await reports();
  expect(JSON.parse(told.body).data).toMatchObject({ report: report?.id, trigger: "schedule" });
  // Move the report back by a week.
  await run(
    'update report set start = start - ?1, "end" = "end" - ?1 where project = ?2',
    7 * DAY,
    tenant.project,
  );
  await sweepInsights(tenant.project, REPORTING);
  expect((await reports()).map(({ to }) => to)).toEqual([iso(MONDAY), iso(MONDAY - 7 * DAY)]);
});

test("J6 no report is made before the project's first event, or without a schedule", async () => {
  await sweepInsights(tenant.project, REPORTING);
  expect(await reports()).toEqual([]);
  await attributedCase();
  await sweepInsights(tenant.project, REPORTING);
  expect(await reports()).toEqual([]);
  await firstPackedAt(MONDAY - HOUR);
  await api("PATCH /project", { body: { reportSchedule: "off" } });
  await sweepInsights(tenant.project, REPORTING);
  expect(await reports()).toEqual([]);
  await api("PATCH /project", { body: { reportSchedule: "daily" } });
  const before = lastDay();
  await sweepInsights(tenant.project, REPORTING);
  const [report, ...more] = await reports();
  expect(more).toEqual([]);
  // A day may have ended between the two calls.
  expect([before, lastDay()].map((end) => iso(end - DAY))).toContain(report?.from);
});
