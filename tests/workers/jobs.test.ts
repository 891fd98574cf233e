/** Jobs of one project, with handlers that the test defines. */
import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { endJob } from "../../src/database/jobs/job-end.ts";
import { creatingJob, JobRepository } from "../../src/database/jobs/job-repository.ts";
import { ModelRepository } from "../../src/database/jobs/model-repository.ts";
import {
  afterFailure,
  type JobHandler,
  type JobHandlers,
  type JobOutcome,
  type JobRun,
  runJob,
} from "../../src/jobs/run-job.ts";
import { DEFAULT_MODEL_SETTINGS } from "../../src/protocol/api/model-settings.ts";
import { type Model, NOTHING_SPENT } from "../../src/protocol/model.ts";
import worker from "../../workers/app.ts";
import { COST, ScriptedModel } from "../attribution/support/scripted-model.ts";
import { database } from "../tenancy/support/browser.ts";
import { clientOf, newProject, type OwnProject } from "./support/tenants.ts";
import { until } from "./support/until.ts";

const MINUTE = 60_000;
const START = Date.parse("2026-03-04T23:00:00.000Z");

let tenant: OwnProject;
let jobs: JobRepository;
let now: number;
let model: ScriptedModel | undefined;
let woken: { id: string; delayMs: number }[];
beforeEach(async () => {
  tenant = await newProject();
  jobs = new JobRepository(database, tenant.project);
  now = START;
  woken = [];
  model = undefined;
});

const deps = () => ({
  ...{ project: tenant.project, jobs, model: new ModelRepository(database, tenant.project) },
  ...{ publicUrl: "http://memtrace.test", now: () => now, newId: (prefix: string) => prefix },
  openModel: async (): Promise<Model | undefined> => model,
  wakeJob: async (id: string, delayMs: number) => {
    woken.push({ id, delayMs });
  },
  wakeDeliveries: async () => undefined,
});

type Handler = JobHandler<ReturnType<typeof deps>>;

const handlers = (handler: Handler): JobHandlers<ReturnType<typeof deps>> => ({
  report: handler,
  optimization: handler,
  export: handler,
});

const create = async () => {
  const id = `job_${crypto.randomUUID()}`;
  await jobs.create({ id, kind: "report", input: { report: "none", systems: [] } }, now);
  return id;
};
const run = (id: string, work: Handler["work"]) => runJob(deps(), handlers({ work }), id);
const shown = async (id: string) =>
  clientOf(tenant.key)("GET /jobs/{job}", { params: { job: id } });

const end = (held: JobRun["job"]) =>
  endJob(database, held, { state: "done", result: "rep_1" }, now);

test("J30 only one worker runs a job, reports its progress and stores its result once", async () => {
  const id = await create();
  expect(await shown(id)).toMatchObject({ kind: "report", state: "queued", done: 0, total: 0 });
  let runs = 0;
  await run(id, async (_, { job, progress }) => {
    runs += 1;
    expect(await progress(1, 3)).toBe(true);
    expect(await shown(id)).toMatchObject({ state: "running", done: 1, total: 3 });
    await run(id, async () => {
      throw new Error("taken twice");
    });
    expect(await end(job)).toBe(true);
    expect(await end(job)).toBe(false);
    return { state: "ended" };
  });
  expect(runs).toBe(1);
  expect(await shown(id)).toMatchObject({ state: "done", result: "rep_1", failure: null });
});

test("J31 a job's result is stored together with its end, or not at all if another worker took over", async () => {
  const id = await create();
  const made = { id: `${id}-made`, kind: "report", input: {} } as const;
  const endWith = (job: JobRun["job"]) => {
    const done = { state: "done", result: made.id } as const;
    return endJob(database, job, done, now, [creatingJob(database, tenant.project, made, now)]);
  };
  await run(id, async (_, stale) => {
    now += 11 * MINUTE;
    await sweepAt(now);
    await until(async () => ((await shown(id)).state === "failed" ? true : undefined));
    expect(await endWith(stale.job)).toBe(false);
    expect(await stale.progress(1, 1)).toBe(false);
    return { state: "ended" };
  });
  expect(await jobs.find(made.id)).toBeUndefined();
  const next = await create();
  await run(next, async (_, { job }) => {
    expect(await endWith(job)).toBe(true);
    return { state: "ended" };
  });
  expect(await shown(next)).toMatchObject({ state: "done", result: made.id });
  expect(await jobs.find(made.id)).toBeDefined();
});

const sweepAt = (at: number) =>
  worker.scheduled(createScheduledController({ scheduledTime: at }), env);

test("J32 a postponed job waits and states the reason, and this counts as no failed attempt", async () => {
  const id = await create();
  const wait: JobOutcome = { state: "postponed", afterMs: 5 * MINUTE, reason: "The model rests." };
  for (let round = 1; round <= 8; round++) {
    await run(id, async () => wait);
    expect(await shown(id)).toMatchObject({ state: "queued", failure: "The model rests." });
    expect(woken).toHaveLength(round);
    expect(await jobs.take(id, now + 5 * MINUTE - 1)).toBeUndefined();
    now += 5 * MINUTE;
  }
  expect(woken[0]).toEqual({ id, delayMs: 5 * MINUTE });
});

test("J33 a job that fails or loses its worker is retried, at most five times", async () => {
  const broken = await create();
  for (let attempt = 1; attempt <= 5; attempt++) {
    await run(broken, async () => {
      throw new Error("by a fault");
    });
    now += MINUTE;
  }
  expect(await shown(broken)).toMatchObject({
    state: "failed",
    failure: expect.stringContaining("fault on our side"),
  });
  const lost = await create();
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(await jobs.take(lost, now)).toMatchObject({ attempts: attempt });
    await env.DB.prepare("update job set state = 'queued' where id = ?").bind(lost).run();
  }
  const told: string[] = [];
  const giveUp: NonNullable<Handler["giveUp"]> = async (_, job, failure) => {
    told.push(failure);
    await endJob(database, job, { state: "failed", failure }, now);
  };
  const work = async (): Promise<JobOutcome> => ({ state: "ended" });
  await runJob(deps(), handlers({ work, giveUp }), lost);
  expect(told).toEqual([expect.stringContaining("worker was lost")]);
  expect(await shown(lost)).toMatchObject({ state: "failed", failure: told[0] });
});

test("J10 a job that the storage interrupts waits, and this counts as no attempt", async () => {
  const id = await create();
  for (let attempt = 1; attempt <= 7; attempt++) {
    await run(id, async () => {
      throw new Error("D1_ERROR: Network connection lost.");
    });
    expect(await shown(id)).toMatchObject({
      ...{ state: "queued", failure: expect.stringContaining("storage") },
    });
    now += MINUTE;
  }
  await run(id, async () => ({ state: "failed", message: "on purpose" }));
  expect(await shown(id)).toMatchObject({ state: "failed", failure: "on purpose" });
});

test("J35 a job whose model fails waits longer each time and continues; after a day it fails", async () => {
  const id = await create();
  const unavailable = { ok: false, reason: "unavailable", spent: NOTHING_SPENT } as const;
  const message = "The endpoint sent nothing for 90 seconds.";
  const ask: Handler["work"] = async (_, held) =>
    afterFailure({ ...unavailable, message }, held, now);
  while (now < START + 60 * MINUTE) {
    await run(id, ask);
    expect(await shown(id)).toMatchObject({ state: "queued", failure: message });
    now += woken.at(-1)?.delayMs ?? 0;
  }
  const waits = woken.map(({ delayMs }) => delayMs);
  expect(waits[0]).toBe(MINUTE);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  const another = await create();
  await run(another, ask);
  now += 24 * 60 * MINUTE;
  await run(another, ask);
  expect(await shown(another)).toMatchObject({ state: "failed", failure: message });
  await run(id, async (_, { job }) => {
    expect(await end(job)).toBe(true);
    return { state: "ended" };
  });
  expect(await shown(id)).toMatchObject({ state: "done", failure: null });
});

test("J35 a job fails at once if the model refuses a question", async () => {
  const id = await create();
  const refused = { ok: false, reason: "unauthorized", spent: NOTHING_SPENT } as const;
  await run(id, async (_, held) => afterFailure({ ...refused, message: "No credit." }, held, now));
  expect(await shown(id)).toMatchObject({ state: "failed", failure: "No credit." });
});

test("J36 a job runs again if its wake-up was lost or its worker died", async () => {
  const ended = (id: string) =>
    until(async () => ((await shown(id)).state === "failed" ? true : undefined));
  const lost = await create();
  await sweepAt(now + MINUTE + 1);
  expect(await ended(lost)).toBe(true);
  const dead = await create();
  expect(await jobs.take(dead, now)).toBeDefined();
  await sweepAt(now + 10 * MINUTE);
  expect(await shown(dead)).toMatchObject({ state: "running" });
  await sweepAt(now + 10 * MINUTE + 1);
  expect(await ended(dead)).toBe(true);
});

/** Sets a scripted model and the project's budgets for it. */
async function configure(budgets: { usdPerJob?: number; usdPerDay?: number }, script = () => {}) {
  model = new ScriptedModel(() => {
    script();
    return { text: "{}" };
  });
  await new ModelRepository(database, tenant.project).put({
    ...{
      ...DEFAULT_MODEL_SETTINGS,
      endpoints: [],
      usdPerCase: 1,
      usdPerJob: 1,
      usdPerDay: 1,
      ...budgets,
    },
  });
}

/** Asks questions one after another until one gets no answer. */
const askOn: Handler["work"] = async (_, held) => {
  for (let number = 0; ; number++) {
    const question = { role: "user" as const, text: `Question ${number}` };
    const asked = { messages: [question], schema: z.object({}), maxTokens: 10 };
    const answer = await held.model?.model.ask(asked);
    if (answer === undefined) throw new Error("there is no model");
    if (!answer.ok) return afterFailure(answer, held, now);
  }
};

test("J40 a job reports and budgets all money that it paid, even for deleted answers", async () => {
  await configure({ usdPerJob: 3 * COST.usd, usdPerDay: 2 * COST.usd });
  const id = await create();
  await run(id, askOn);
  expect(await shown(id)).toMatchObject({ state: "queued", spent: { calls: 2 } });
  await env.DB.prepare("delete from model_answer where project = ?").bind(tenant.project).run();
  now += woken.at(-1)?.delayMs ?? 0;
  await run(id, askOn);
  expect(await shown(id)).toMatchObject({
    ...{ state: "failed", failure: expect.stringContaining("for one job") },
    spent: { calls: 3, inputTokens: 3 * COST.inputTokens, seconds: 3 * COST.seconds },
  });
  expect(model?.asked).toHaveLength(3);
});

test("J41 a job fails after it has waited three days for a new day's budget", async () => {
  await configure({ usdPerDay: 0 });
  const id = await create();
  for (let day = 0; day < 3; day++) {
    await run(id, askOn);
    expect(await shown(id)).toMatchObject({ state: "queued" });
    now += woken.at(-1)?.delayMs ?? 0;
  }
  now += 23 * 60 * MINUTE;
  await run(id, askOn);
  expect(await shown(id)).toMatchObject({
    ...{ state: "failed", failure: expect.stringContaining("$0 a day") },
  });
});

test("J41 a job that never ends fails after three days", async () => {
  await configure({}, () => {
    now += 12 * 60 * MINUTE;
  });
  const id = await create();
  for (let half = 1; half < 6; half++) {
    await run(id, askOn);
    expect(await shown(id)).toMatchObject({
      state: "queued",
      failure: null,
      spent: { calls: half },
    });
  }
  await run(id, askOn);
  expect(await shown(id)).toMatchObject({
    ...{ state: "failed", failure: expect.stringContaining("three days") },
  });
});

test("J44 only a day without any answer ends a job; an earlier wait for the budget does not count", async () => {
  await configure({ usdPerDay: 0 });
  const id = await create();
  const message = "The endpoint is down.";
  const failing: Handler["work"] = async (_, held) =>
    afterFailure({ ok: false, reason: "unavailable", message, spent: NOTHING_SPENT }, held, now);
  await run(id, askOn);
  now += 26 * 60 * MINUTE;
  await run(id, failing);
  expect(await shown(id)).toMatchObject({ state: "queued", failure: message });
  expect(woken.at(-1)?.delayMs).toBe(MINUTE);
  now += 23 * 60 * MINUTE;
  await configure({ usdPerDay: COST.usd });
  await run(id, askOn);
  expect(await shown(id)).toMatchObject({ state: "queued", spent: { calls: 1 } });
  now += woken.at(-1)?.delayMs ?? 0;
  await run(id, failing);
  expect(await shown(id)).toMatchObject({ state: "queued", failure: message });
  now += 24 * 60 * MINUTE;
  await run(id, failing);
  expect(await shown(id)).toMatchObject({ state: "failed", failure: message });
});

test("J45 jobs, and no others, are deleted thirty days after their end", async () => {
  const old = await create();
  await run(old, async () => ({ state: "failed", message: "No credit." }));
  const waiting = await create();
  const DAY = 24 * 60 * MINUTE;
  const expiryAt = START + 30 * DAY;
  await env.DB.prepare("update job set wake_at = ? where id = ?")
    .bind(expiryAt + DAY, waiting)
    .run();
  now = START + MINUTE;
  const later = await create();
  await run(later, async () => ({ state: "failed", message: "No credit." }));
  await sweepAt(expiryAt);
  expect(await jobs.find(old)).toBeDefined();
  await env.DB.prepare("update job set state_at = state_at - 1 where id = ?").bind(old).run();
  await sweepAt(expiryAt);
  expect(await jobs.find(old)).toBeUndefined();
  expect(await jobs.find(later)).toBeDefined();
  expect(await jobs.find(waiting)).toBeDefined();
});

test("J46 jobs are listed newest first, by kind and state, in pages", async () => {
  const list = async (query: {
    kind?: "report";
    state?: "failed";
    limit?: string;
    cursor?: string;
  }) => {
    const page = await clientOf(tenant.key)("GET /jobs", { query });
    return { ids: page.items.map(({ id }) => id), next: page.next };
  };
  const ids: string[] = [];
  for (let number = 0; number < 3; number++) {
    now += MINUTE;
    ids.unshift(await create());
  }
  expect((await list({})).ids).toEqual(ids);
  const first = await list({ kind: "report", limit: "2" });
  const rest = await list({ kind: "report", limit: "2", cursor: first.next ?? "" });
  expect([...first.ids, ...rest.ids]).toEqual(ids);
  expect((await list({ state: "failed" })).ids).toEqual([]);
});

test("J42 a run asks at least one question, even if it took long to start", async () => {
  await configure({});
  const id = await create();
  for (const calls of [1, 2]) {
    await run(id, (held, one) => {
      now += 5 * MINUTE;
      return askOn(held, one);
    });
    expect(await shown(id)).toMatchObject({ state: "queued", spent: { calls } });
  }
});

test("J43 a job ends after its last attempt even if its clean-up fails", async () => {
  const id = await create();
  const failed = async (): Promise<JobOutcome> => ({ state: "failed", message: "No credit." });
  const giveUp = async () => {
    throw new Error("cannot be written");
  };
  for (let attempt = 1; attempt <= 5; attempt++) {
    await expect(runJob(deps(), handlers({ work: failed, giveUp }), id)).rejects.toThrow("written");
    expect(await shown(id)).toMatchObject({ state: "running" });
    now += 10 * MINUTE + 1;
    await env.DB.prepare("update job set state = 'queued' where id = ?").bind(id).run();
  }
  await runJob(deps(), handlers({ work: failed, giveUp }), id);
  expect(await shown(id)).toMatchObject({
    ...{ state: "failed", failure: expect.stringContaining("worker was lost") },
  });
});
