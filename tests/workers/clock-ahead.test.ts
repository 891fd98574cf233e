/** Times that a clock far ahead has stored. They must not delay work until that time. */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ShiftRepository } from "../../src/database/insights/shift-repository.ts";
import { JobRepository } from "../../src/database/jobs/job-repository.ts";
import { findLostWork } from "../../src/jobs/sweep.ts";
import { MAX_REPORTS_PER_HOUR } from "../../src/protocol/limits.ts";
import { bucketStart } from "../../src/reports/over-time.ts";
import { KeyRepository } from "../../src/tenancy/keys.ts";
import { claimAttempt } from "../../src/tenancy/sign-in/attempts.ts";
import { database } from "../tenancy/support/browser.ts";
import { attributedCase } from "./support/attributed-case.ts";
import { Receiver } from "./support/receiver.ts";
import { storeAttributed } from "./support/stored-attributions.ts";
import { sweep, sweepInsights } from "./support/sweep.ts";
import { clientOf, newProject, type OwnProject } from "./support/tenants.ts";
import { failingVerdict, forgottenDog, note, sendEvents } from "./support/traces.ts";
import { until } from "./support/until.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const AHEAD = Date.now() + 400 * DAY;

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

const oneCase = async () => {
  await sendEvents(tenant.key, [...forgottenDog("g"), failingVerdict("g")]);
  return (await attributedCase(api, "g")).id;
};
const done = (id: string) =>
  until(async () => {
    const found = await api("GET /cases/{case}", { params: { case: id } });
    return found.state === "done" ? found : undefined;
  });

test.each(["queued", "running"])(
  "J56 a case is attributed if it is %s since a future time",
  async (state) => {
    const id = await oneCase();
    await run(
      "update failed_case set state = ?, state_at = ?, attempts = 1, attribution = null where id = ?",
      ...[state, AHEAD, id],
    );
    await sweep(Date.now());
    expect(await done(id)).toMatchObject({ attribution: { op: "op-extract" } });
  },
);

test("J56 a graph that was packed at a future time is searched for wrong answers", async () => {
  const id = await oneCase();
  await run("delete from failed_case where id = ?", id);
  await run(
    "update graph set examined_revision = -1, wanted_revision = -1, updated_at = ? where project = ?",
    ...[AHEAD, tenant.project],
  );
  await sweep(Date.now());
  const found = await until(async () => {
    const { items } = await api("GET /cases", { query: { state: "done" } });
    return items[0];
  });
  expect(found.id).toBe(id);
});

test("J56 a delivery is sent if its next attempt is further in the future than any wait", async () => {
  const { id: endpoint } = await api("POST /webhooks", {
    body: { url: "https://hooks.example.com/" },
  });
  const { id } = await api("POST /webhooks/{endpoint}/test", { params: { endpoint } });
  await until(async () => {
    const sent = await api("GET /deliveries/{delivery}", { params: { delivery: id } });
    return sent.state === "delivered" || undefined;
  });
  await run("update delivery set state = 'queued', next_attempt_at = ? where id = ?", AHEAD, id);
  await sweep(Date.now());
  await until(async () => receiver.received.length === 2 || undefined);
});

test("J56 a job is due if it waits longer than any allowed wait, but not if it waits a day", async () => {
  const jobs = new JobRepository(database, tenant.project);
  const now = Date.now();
  const rows = [
    { id: "ahead", state: "queued", stateAt: now, wakeAt: AHEAD },
    { id: "tomorrow", state: "queued", stateAt: now, wakeAt: now + DAY },
    { id: "running", state: "running", stateAt: AHEAD, wakeAt: 0 },
  ];
  for (const { id, state, stateAt, wakeAt } of rows) {
    await run(
      "insert into job (id, project, kind, input, state, state_at, wake_at, attempts, done, total, spent, created_at) values (?, ?, 'report', '{}', ?, ?, ?, 0, 0, 0, '{}', 0)",
      ...[`${tenant.project}-${id}`, tenant.project, state, stateAt, wakeAt],
    );
  }
  const due = await jobs.due(now, 10);
  expect(due).toEqual([`${tenant.project}-ahead`]);
  const { jobs: lost } = await findLostWork(database, now);
  expect(lost).toContainEqual({ project: tenant.project });
  expect(await jobs.due(now + MINUTE, 10)).toEqual(
    expect.arrayContaining([`${tenant.project}-ahead`, `${tenant.project}-running`]),
  );
  expect(await jobs.take(`${tenant.project}-tomorrow`, now)).toBeUndefined();
  await run("delete from job where project = ?", tenant.project);
});

test("J57 reports with a future time count towards no limit and delay no scheduled report", async () => {
  await oneCase();
  const week = bucketStart(Date.now() - 4 * MINUTE, "week");
  await run("update project set first_event_at = ? where id = ?", week - HOUR, tenant.project);
  const body = { from: new Date(week - DAY).toISOString(), to: new Date(week).toISOString() };
  const made = await api("POST /reports", { body });
  for (let count = 0; count <= MAX_REPORTS_PER_HOUR; count++) {
    await run(
      `insert into report (id, project, start, "end", "trigger", headline, body, created_at)
       select ?, project, ?, ?, ?, headline, body, ? from report where id = ?`,
      ...[`${made.id}-${count}`, AHEAD - DAY, AHEAD, count === 0 ? "schedule" : "request", AHEAD],
      made.id,
    );
  }
  expect((await api.response("POST /reports", { body })).status).toBe(201);
  await sweepInsights(tenant.project, Math.floor(Date.now() / HOUR) * HOUR + 5 * MINUTE);
  const { items } = await api("GET /reports", { query: { limit: 200 } });
  expect(items).toContainEqual(
    expect.objectContaining({ trigger: "schedule", to: new Date(week).toISOString() }),
  );
});

test("J57 cases with a future time do not prevent a later check of the error mix", async () => {
  await sendEvents(tenant.key, [note("g", "a")]);
  await api("GET /graphs/{graph}", { params: { graph: "g" } });
  const shifts = new ShiftRepository(database, tenant.project);
  const lost = { errorType: "ExtractionError", opName: "extract" } as const;
  const some = Array.from({ length: 30 }, () => lost);
  await storeAttributed(tenant.project, "g", AHEAD, some);
  await sweepInsights(tenant.project, Date.now());
  await run(
    "update attribution_tally set looks = ? where project = ?",
    `[${AHEAD}]`,
    tenant.project,
  );
  const now = Date.now();
  await storeAttributed(tenant.project, "g", now - HOUR, some);
  await sweepInsights(tenant.project, now);
  const state = await shifts.lookState("mem0", Date.now());
  expect(state?.looks).toEqual([now - HOUR]);
});

test("J57 a finding that was closed at a future time is reopened by its next case", async () => {
  await oneCase();
  await run(
    "update finding set state = 'fixed', fixed_at = ? where project = ?",
    ...[AHEAD, tenant.project],
  );
  await sendEvents(tenant.key, [...forgottenDog("again"), failingVerdict("again")]);
  await attributedCase(api, "again");
  const { items } = await api("GET /findings");
  expect(items).toMatchObject([{ state: "reopened", cases: 2 }]);
});

test("J57 a case that an app dated far in the future does not keep its finding open", async () => {
  const id = await oneCase();
  await run("update failed_case set occurred_at = ? where id = ?", AHEAD, id);
  const [finding] = (await api("GET /findings")).items;
  const params = { finding: finding?.id ?? "" };
  const closed = await api("PATCH /findings/{finding}", { params, body: { state: "fixed" } });
  expect(closed.state).toBe("fixed");
});

test("T68 an account with an attempt at a future time can be tried at once", async () => {
  const email = `ada@${crypto.randomUUID()}.example`;
  const attempt = (now: number) => claimAttempt(database, { address: "2001:db8::1", email }, now);
  for (let count = 0; count < 12; count++) await attempt(AHEAD + count * HOUR);
  const now = Date.now();
  expect(await attempt(now)).toEqual({ ok: true });
  // Attempts before the change still count.
  expect(await attempt(now + 1)).toMatchObject({ ok: false });
});

test("T68 a key with a last use at a future time shows its next use", async () => {
  const keys = new KeyRepository(database, tenant.project);
  const fresh = await keys.create({ name: "new", scopes: ["read"], expiresAt: null }, Date.now());
  await run("update api_key set last_used_at = ? where id = ?", AHEAD, fresh?.id);
  await clientOf(fresh?.key ?? "")("GET /whoami");
  await until(async () => {
    const used = (await keys.list(undefined, 2)).items.find(({ id }) => id === fresh?.id);
    return Date.parse(used?.lastUsedAt ?? "") < AHEAD || undefined;
  });
});
