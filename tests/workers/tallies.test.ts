/** Tallies of judged answers against the rows that they count. */
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { AnswerRepository } from "../../src/database/cases/answers/answer-repository.ts";
import { CaseRepository } from "../../src/database/cases/case-repository.ts";
import { proveTallies } from "../../src/database/cases/tallies/prove-tallies.ts";
import { deleteProjectRows } from "../../src/database/graphs/project-deletion.ts";
import { expireData } from "../../src/database/privacy/expire-data.ts";
import { rightAnswer } from "../../src/database/schema/annotation/answers.ts";
import { answerKind, answerTally, tallyCheck } from "../../src/database/schema/findings.ts";
import { failedCase, graph as graphTable, project } from "../../src/database/schema/project.ts";
import { DEFAULT_RETENTION } from "../../src/protocol/api/privacy/retention.ts";
import { labelAgrees } from "../../src/reports/distribution.ts";
import { database } from "../tenancy/support/browser.ts";
import { rowsWith } from "./support/remains.ts";
import { attributionOf, UNDECIDED } from "./support/stored-attributions.ts";
import { clientOf, newProject, type OwnProject } from "./support/tenants.ts";
import { note, sendPacked } from "./support/traces.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Two years of answers lie behind it. */
const NOW = Date.UTC(2026, 5, 1, 12, 34);
const GRAPHS = ["g1", "g2"] as const;

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let cases: CaseRepository;
let answers: AnswerRepository;
let createdAt: Map<string, number>;

async function begin(): Promise<void> {
  tenant = await newProject();
  api = clientOf(tenant.key);
  cases = new CaseRepository(database, tenant.project);
  answers = new AnswerRepository(database, tenant.project);
  createdAt = new Map();
}
beforeEach(begin);

async function createGraph(graph: string): Promise<number> {
  const known = createdAt.get(graph);
  if (known !== undefined) return known;
  await sendPacked(tenant.key, [note(graph, "n")]);
  const [row] = await database
    .select({ createdAt: graphTable.createdAt })
    .from(graphTable)
    .where(and(eq(graphTable.project, tenant.project), eq(graphTable.id, graph)));
  createdAt.set(graph, row?.createdAt ?? 0);
  return row?.createdAt ?? 0;
}

const idOf = (number: number, graph: string) => `${tenant.project}-${graph}-${number}`;

const open = async (graph: string, number: number, at: number, system: string | null) => {
  await createGraph(graph);
  const fields = { query: "Q", expected: ["Rex"], prediction: "no", evidence: [] };
  const own = { id: `case_${idOf(number, graph)}`, graph, origin: "api" as const, system };
  await cases.open([{ ...own, ...fields, occurredAt: at, createdAt: at }], NOW);
};

const judgeRight = async (graph: string, number: number, at: number, system: string | null) => {
  const [row] = [await createGraph(graph)];
  const own = { id: `ans_${idOf(number, graph)}`, origin: "verdict" as const, system };
  const fields = { query: "Q", queryId: null, expected: ["Rex"], prediction: "Rex" };
  const rest = { predictionId: null, score: 1, sessionCategory: "chat", occurredAt: at };
  await answers.record(graph, row, [{ ...own, ...fields, ...rest, createdAt: at }]);
};

/** Counts of every hour and day that the rows give, by kind. */
async function expected(): Promise<Record<string, Record<string, number>>> {
  const own = await database
    .select()
    .from(failedCase)
    .where(eq(failedCase.project, tenant.project));
  const right = await database
    .select()
    .from(rightAnswer)
    .where(eq(rightAnswer.project, tenant.project));
  const opened = new Set(own.map(({ id }) => id.slice("case_".length)));
  const found = [
    ...own.map((row) => {
      const { errorType, op, label } = row;
      const agrees = errorType && label ? Number(labelAgrees({ errorType, op, label })) : null;
      const state = row.state === "running" ? "queued" : row.state;
      const named = [row.system, row.sessionCategory, state, row.outcome, errorType];
      return { at: row.occurredAt, kind: ["wrong", ...named, row.subKind, row.opName, agrees] };
    }),
    ...right
      .filter(({ id }) => !opened.has(id.slice("ans_".length)))
      .map((row) => ({ at: row.occurredAt, kind: ["right", row.system, row.sessionCategory] })),
  ];
  const counts: Record<string, Record<string, number>> = {};
  for (const { at, kind } of found) {
    for (const hours of [1, 24]) {
      const key = `${hours} ${Math.floor(at / (hours * HOUR)) * hours * HOUR}`;
      const text = JSON.stringify(kind);
      counts[key] ??= {};
      counts[key][text] = (counts[key][text] ?? 0) + 1;
    }
  }
  return counts;
}

async function tallied(): Promise<Record<string, Record<string, number>>> {
  const own = eq(answerTally.project, tenant.project);
  const kinds = await database
    .select()
    .from(answerKind)
    .where(eq(answerKind.project, tenant.project));
  const textOf = new Map(kinds.map(({ id, kind }) => [String(id), kind]));
  const rows = await database.select().from(answerTally).where(own);
  return Object.fromEntries(
    rows.map(({ hours, start, counts, total }) => {
      const told = Object.entries(JSON.parse(counts) as Record<string, number>);
      expect(told.reduce((sum, [, count]) => sum + count, 0)).toBe(total);
      return [
        `${hours} ${start}`,
        Object.fromEntries(told.map(([id, count]) => [textOf.get(id) ?? id, count])),
      ];
    }),
  );
}

const LABEL = { op: "op-1", link: null, reason: "" } as const;
const params = { case: "" };
/** Everything that writes cases or right answers. */
const STEPS: Readonly<
  Record<string, (graph: string, number: number, at: number, system: string | null) => unknown>
> = {
  open,
  openAgain: open,
  right: judgeRight,
  take: async (graph) => cases.takeNext(graph, await createGraph(graph), NOW + DAY),
  attribute: async (graph, number) => {
    const row = await cases.takeNext(graph, await createGraph(graph), NOW + DAY);
    const errorType = number % 2 ? "UpdateError" : "RetrievalError";
    const verdict =
      number % 3 === 0
        ? UNDECIDED
        : ({ errorType, opName: `step ${number % 2}`, op: "op-1" } as const);
    if (row) await cases.complete(row, attributionOf(verdict, row.id), [], [], NOW);
  },
  retry: async (graph) => {
    const row = await cases.takeNext(graph, await createGraph(graph), NOW + DAY);
    if (row) await cases.retry(row, "later", NOW);
  },
  fail: async (graph) => {
    const row = await cases.takeNext(graph, await createGraph(graph), NOW + DAY);
    if (row) await cases.fail(row, "never", NOW);
  },
  giveUp: async (graph) => cases.failQueued(graph, await createGraph(graph), "gone", NOW),
  requeue: (graph, number) => cases.requeue(`case_${idOf(number, graph)}`, NOW),
  label: (graph, number) =>
    api.response("PUT /cases/{case}/label", {
      params: { ...params, case: `case_${idOf(number, graph)}` },
      body: { ...LABEL, errorType: number % 4 ? "UpdateError" : "RetrievalError" },
    }),
  unlabel: (graph, number) =>
    api.response("DELETE /cases/{case}/label", {
      params: { ...params, case: `case_${idOf(number, graph)}` },
    }),
  expire: async (_, number) => {
    const body = { ...DEFAULT_RETENTION, cases: 30 };
    await api("PUT /project/retention", { body });
    await expireData(database, NOW - (number % 3) * 300 * DAY, 1_000);
  },
  deleteGraph: async (graph) => {
    await createGraph(graph);
    createdAt.delete(graph);
    await api.response("DELETE /graphs/{graph}", { params: { graph } });
  },
};

const step = fc.record({
  name: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("open", "attribute", "right") },
    { weight: 5, arbitrary: fc.constantFrom(...Object.keys(STEPS)) },
  ),
  graph: fc.constantFrom(...GRAPHS),
  number: fc.integer({ min: 0, max: 5 }),
  at: fc.oneof(
    fc.constantFrom(NOW, NOW - HOUR, NOW - 7 * DAY, NOW - 700 * DAY, -1, -DAY - 1, 0),
    fc.integer({ min: NOW - 3 * HOUR, max: NOW }),
  ),
  system: fc.constantFrom("mem0", "zep", null),
});

/** Repeats the sweep until it has compared the whole project. */
async function prove(): Promise<void> {
  const own = eq(tallyCheck.project, tenant.project);
  await database.update(tallyCheck).set({ dueAt: 0, nextDay: null }).where(own);
  for (let round = 0; round < 50; round++) {
    await proveTallies(database, Date.now());
    const [check] = await database.select().from(tallyCheck).where(own);
    if ((check?.dueAt ?? 0) > Date.now()) return;
  }
  throw new Error("the comparison did not end");
}

test("R100 after any sequence of writes, tallies hold what a count of the rows gives", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      await begin();
      for (const { name, graph, number, at, system } of steps) {
        await STEPS[name]?.(graph, number, at, system);
        expect(await tallied()).toEqual(await expected());
      }
      await prove();
      const [check] = await database
        .select()
        .from(tallyCheck)
        .where(eq(tallyCheck.project, tenant.project));
      expect(check?.mendedAt ?? null).toBeNull();
    }),
    { numRuns: 25 },
  );
});

test("R100 the tallies of a deleted project are deleted", async () => {
  await judgeRight("g1", 1, NOW, "mem0");
  await open("g1", 1, NOW, "mem0");
  await open("g1", 2, NOW, "mem0");
  await api("DELETE /graphs/{graph}", { params: { graph: "g1" } });
  await open("g2", 2, NOW, "mem0");
  await database.delete(graphTable).where(eq(graphTable.project, tenant.project));
  await deleteProjectRows(database, tenant.project);
  expect(await tallied()).toEqual({});
  expect(
    await database.select().from(tallyCheck).where(eq(tallyCheck.project, tenant.project)),
  ).toEqual([]);
});

test("R100 deleting a project's row at once leaves no tally", async () => {
  await judgeRight("g1", 1, NOW, "mem0");
  await open("g1", 1, NOW, "mem0");
  await database.delete(project).where(eq(project.id, tenant.project));
  expect(await tallied()).toEqual({});
});

/** Cases with a verdict at these times, of three systems and operations in turn. */
async function addVerdicts(
  count: number,
  from: number,
  every: number,
  opName = "'step ' || (i % 3)",
) {
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?1)
    insert into failed_case (id, project, graph, origin, query, expected, prediction, evidence, system,
      session_category, occurred_at, created_at, state, state_at, outcome, error_type, op_name)
    select 'case_' || ?2 || i, ?2, 'g', 'api', 'q', '[]', 'p', '[]', 'system ' || (i % 2), 'chat',
      cast(?3 + ?4 * i as integer), 0, 'done', 0, 'attributed', iif(i % 5, 'UpdateError', 'RetrievalError'),
      ${opName} from n`,
  )
    .bind(count, tenant.project, from, every)
    .run();
}

test("R101 a filter that tallies carry and one that only rows can tell give the same distribution", async () => {
  await addVerdicts(600, NOW - 400 * DAY, 16 * HOUR + 1_234_567);
  await judgeRight("g1", 1, NOW - DAY, "system 1");
  const periods = [
    [NOW - 400 * DAY, NOW],
    [NOW - 90 * DAY - 5, NOW - DAY],
    [NOW - DAY, NOW - HOUR / 2],
    [NOW - 500, NOW],
  ];
  for (const [from = 0, to = 0] of periods) {
    const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    for (const filter of [
      {},
      { system: "system 1" },
      { errorType: "UpdateError", opName: "step 2" },
    ] as const) {
      const query = { ...period, ...filter };
      const fromTallies = await api("GET /distribution", { query });
      // The empty search selects all, but tallies do not carry texts.
      const fromRows = await api("GET /distribution", { query: { ...query, search: "q" } });
      expect({ ...fromTallies, right: null }).toEqual({ ...fromRows, right: null });
    }
  }
  expect(
    await api("GET /distribution", {
      query: { from: new Date(NOW - 2 * DAY).toISOString(), to: new Date(NOW).toISOString() },
    }),
  ).toMatchObject({ right: 1 });
  expect(await api("GET /case-count")).toEqual({ cases: 600, isMore: false });
  expect(
    await api("GET /case-count", { query: { system: "system 0", errorType: "RetrievalError" } }),
  ).toEqual({ cases: 60, isMore: false });
});

const distribution = (filter = {}) =>
  api("GET /distribution", {
    query: {
      from: new Date(NOW - 30 * DAY).toISOString(),
      to: new Date(NOW).toISOString(),
      ...filter,
    },
  });

test.each([
  [
    "a count is wrong",
    "update answer_tally set counts = json_set(counts, '$.\"' || (select min(id) from answer_kind where project = ?1) || '\"', 77), total = total + 7 where project = ?1",
  ],
  [
    "two kinds are swapped",
    `update answer_tally set counts = replace(replace(replace(counts, ids.first, '"x":'), ids.last, ids.first), '"x":', ids.last)
    from (select '"' || min(id) || '":' as first, '"' || max(id) || '":' as last from answer_kind where project = ?1) as ids
    where project = ?1`,
  ],
  ["hours are missing", "delete from answer_tally where project = ?1 and hours = 1"],
  ["all is missing", "delete from answer_tally where project = ?1"],
  [
    "a day is too much",
    "insert into answer_tally select project, 24, start + 8640000000, total, counts from answer_tally where project = ?1 and hours = 24 limit 1",
  ],
  [
    "kinds are missing",
    "delete from answer_kind where project = ?1 and id = (select min(id) from answer_kind where project = ?1)",
  ],
  ["counts are no JSON", "update answer_tally set counts = '{' where project = ?1"],
  [
    "counts are negative",
    "update answer_tally set counts = replace(counts, ':', ':-') where project = ?1",
  ],
])("R102 the sweep finds and corrects tallies: %s", async (_, statement) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await addVerdicts(700, NOW - 29 * DAY, HOUR);
  const before = await distribution();
  expect(before).toMatchObject({ cases: 695, correctedAt: null });
  await env.DB.prepare(statement).bind(tenant.project).run();
  await prove();
  const after = await distribution();
  expect(after).toEqual({ ...before, correctedAt: expect.any(String) });
  expect(await tallied()).toEqual(await expected());
  expect(log).toHaveBeenCalledWith(
    expect.objectContaining({ message: "tallies were corrected", project: tenant.project }),
  );
});

test.each([
  ["counts are no JSON", "update answer_tally set counts = '{' where project = ?1"],
  ["a sum is wrong", "update answer_tally set total = total + 1 where project = ?1"],
  [
    "counts are negative",
    "update answer_tally set counts = replace(counts, ':', ':-') where project = ?1",
  ],
  ["kinds are missing", "delete from answer_kind where project = ?1"],
])("R103 a tally that cannot be right is not shown: %s", async (_, statement) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await addVerdicts(300, NOW - 29 * DAY, 2 * HOUR);
  await createGraph("g1");
  const before = await distribution();
  await env.DB.prepare(statement).bind(tenant.project).run();
  expect(await distribution()).toEqual(before);
  expect(log).toHaveBeenCalledWith(
    expect.objectContaining({ message: "a tally has drifted", project: tenant.project }),
  );
  // Verdicts are stored all the same.
  await open("g1", 1, NOW - 29 * DAY + HOUR, "system 1");
  await STEPS.attribute?.("g1", 1, 0, null);
  expect((await distribution()).cases).toBe(before.cases + 1);
  await api("DELETE /graphs/{graph}", { params: { graph: "g1" } });
  expect(await distribution()).toEqual(before);
});

test("R104 kinds beyond the limit are counted right, and by their rows", async () => {
  await addVerdicts(2_500, NOW - 20 * DAY, 60_000, "'step ' || (i / 2)");
  expect(await distribution()).toMatchObject({ cases: 2_500, attributed: 2_500 });
  expect((await distribution()).byOperation).toHaveLength(1_251);
  expect(await distribution({ opName: "step 1250" })).toMatchObject({ cases: 1 });
  const kinds = await database.$count(answerKind, eq(answerKind.project, tenant.project));
  expect(kinds).toBe(2_000);
  await prove();
  expect((await distribution()).correctedAt).toBeNull();
  await env.DB.prepare("delete from failed_case where project = ?1 and rowid % 2")
    .bind(tenant.project)
    .run();
  expect(await distribution()).toMatchObject({ cases: 1_250 });
});

test("R105 a deletion leaves no name of an operation, system or session category", async () => {
  const secret = `secret ${crypto.randomUUID()}`;
  await open("g1", 1, NOW, secret);
  const row = await cases.takeNext("g1", await createGraph("g1"), NOW + DAY);
  if (row === undefined) throw new Error("no case waits");
  await cases.complete(
    row,
    attributionOf({ errorType: "UpdateError", opName: secret }, row.id),
    [],
    [],
    NOW,
  );
  await judgeRight("g1", 2, NOW, secret);
  expect(Object.keys(await rowsWith(secret))).toContain("answer_kind");
  await api("DELETE /graphs/{graph}", { params: { graph: "g1" } });
  expect(await rowsWith(secret)).not.toHaveProperty("answer_kind");
});
