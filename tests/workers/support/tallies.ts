/** Writes judged answers of one project, and compares its tallies with a count of their rows. */
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import { AnswerRepository } from "../../../src/database/cases/answers/answer-repository.ts";
import { CaseRepository } from "../../../src/database/cases/case-repository.ts";
import { proveTallies } from "../../../src/database/cases/tallies/prove-tallies.ts";
import { expireData } from "../../../src/database/privacy/expire-data.ts";
import { rightAnswer } from "../../../src/database/schema/annotation/answers.ts";
import { answerKind, answerTally, tallyCheck } from "../../../src/database/schema/findings.ts";
import { failedCase, graph as graphTable } from "../../../src/database/schema/project.ts";
import { DEFAULT_RETENTION } from "../../../src/protocol/api/privacy/retention.ts";
import { labelAgrees } from "../../../src/reports/distribution.ts";
import { database } from "../../tenancy/support/browser.ts";
import { attributionOf, UNDECIDED } from "./stored-attributions.ts";
import { clientOf, newProject, type OwnProject } from "./tenants.ts";
import { note, sendPacked } from "./traces.ts";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** The time of the tests. Their answers are from the two years before it. */
export const NOW = Date.UTC(2026, 5, 1, 12, 34);
export const GRAPHS = ["g1", "g2"] as const;

/**
 * The project of the test, with a client and repositories for it. Each test begins with a new
 * project.
 */
export let tenant: OwnProject;
export let api: ReturnType<typeof clientOf>;
export let cases: CaseRepository;
let answers: AnswerRepository;
let createdAt: Map<string, number>;

export async function begin(): Promise<void> {
  tenant = await newProject();
  api = clientOf(tenant.key);
  cases = new CaseRepository(database, tenant.project);
  answers = new AnswerRepository(database, tenant.project);
  createdAt = new Map();
}

export async function createGraph(graph: string): Promise<number> {
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

export const open = async (graph: string, number: number, at: number, system: string | null) => {
  await createGraph(graph);
  const fields = { query: "Q", expected: ["Rex"], prediction: "no", evidence: [] };
  const own = { id: `case_${idOf(number, graph)}`, graph, origin: "api" as const, system };
  await cases.open([{ ...own, ...fields, occurredAt: at, createdAt: at }], NOW);
};

export const judgeRight = async (
  graph: string,
  number: number,
  at: number,
  system: string | null,
) => {
  const [row] = [await createGraph(graph)];
  const own = { id: `ans_${idOf(number, graph)}`, origin: "verdict" as const, system };
  const fields = { query: "Q", queryId: null, expected: ["Rex"], prediction: "Rex" };
  const rest = { predictionId: null, score: 1, sessionCategory: "chat", occurredAt: at };
  await answers.record(graph, row, [{ ...own, ...fields, ...rest, createdAt: at }]);
};

/**
 * Returns the counts from the rows, by kind: for every hour, and for each day that has its own
 * tally.
 */
export async function expected(): Promise<Record<string, Record<string, number>>> {
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
  const [check] = await database
    .select()
    .from(tallyCheck)
    .where(eq(tallyCheck.project, tenant.project));
  const daysUntil = check?.daysUntil ?? Number.NEGATIVE_INFINITY;
  const counts: Record<string, Record<string, number>> = {};
  for (const { at, kind } of found) {
    for (const hours of at < daysUntil ? [1, 24] : [1]) {
      const key = `${hours} ${Math.floor(at / (hours * HOUR)) * hours * HOUR}`;
      const text = JSON.stringify(kind);
      counts[key] ??= {};
      counts[key][text] = (counts[key][text] ?? 0) + 1;
    }
  }
  return counts;
}

export async function tallied(): Promise<Record<string, Record<string, number>>> {
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
export const STEPS: Readonly<
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
  // Makes a tally for each full day.
  prove: () => prove(),
  deleteGraph: async (graph) => {
    await createGraph(graph);
    createdAt.delete(graph);
    await api.response("DELETE /graphs/{graph}", { params: { graph } });
  },
};

/**
 * Repeats the comparison until it has read the whole project, because it may read other projects
 * first.
 */
export async function prove(project = tenant.project): Promise<void> {
  const own = eq(tallyCheck.project, project);
  await database.update(tallyCheck).set({ dueAt: 0, nextDay: null }).where(own);
  for (let round = 0; round < 50; round++) {
    await proveTallies(database, Date.now());
    const [check] = await database.select().from(tallyCheck).where(own);
    if (check === undefined || check.dueAt > Date.now()) return;
  }
  throw new Error("the comparison did not end");
}

/**
 * Adds cases with a verdict, one every `every` milliseconds, of two systems and three operations in
 * turn.
 */
export async function addVerdicts(
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

export const distribution = (filter = {}) =>
  api("GET /distribution", {
    query: {
      from: new Date(NOW - 30 * DAY).toISOString(),
      to: new Date(NOW).toISOString(),
      ...filter,
    },
  });
