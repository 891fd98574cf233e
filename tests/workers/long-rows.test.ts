/**
 * Rows of the maximum length. The tests count the characters that a read takes from the database.
 */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { AgreementRepository } from "../../src/database/annotation/agreement-repository.ts";
import { AnswerRepository } from "../../src/database/cases/answers/answer-repository.ts";
import { CaseRepository } from "../../src/database/cases/case-repository.ts";
import type { PageOf } from "../../src/database/cursor.ts";
import { DatasetRepository } from "../../src/database/experiments/dataset-repository.ts";
import { ExperimentRepository } from "../../src/database/experiments/experiment-repository.ts";
import { ReplayRepository } from "../../src/database/experiments/replay-repository.ts";
import { GraphRepository } from "../../src/database/graphs/graph-repository.ts";
import { ReportRepository } from "../../src/database/insights/report-repository.ts";
import { QueueRepository } from "../../src/database/queues/queue-repository.ts";
import { type Cursor, decodeCursor } from "../../src/protocol/cursor.ts";
import { countingDatabase } from "./support/counting-database.ts";
import { newProject } from "./support/tenants.ts";

const COUNT = 60;
const MB = 1_000_000;
/** Largest number of characters read for a page, including everything besides its texts. */
const PAGE = 4.5 * MB;
const LONG = "hex(zeroblob(100000))";
const { database, taken, stepsOn } = countingDatabase();
let project: string;

const fill = (table: string, columns: Readonly<Record<string, string>>) =>
  env.DB.prepare(
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${COUNT - 1})
    insert into ${table} (project, ${Object.keys(columns).map((name) => `"${name}"`)})
    select '${project}', ${Object.values(columns)} from n`,
  ).run();

beforeAll(async () => {
  ({ project } = await newProject());
  await env.DB.prepare(
    "insert into graph (project, id, created_at, updated_at, revision, sessions, operations, variables, links) values (?, 'g', 0, 0, 0, 0, 0, 0, 0)",
  )
    .bind(project)
    .run();
  const longCase = {
    ...{ graph: "'g'", origin: "'api'", query: LONG, expected: `json_array(${LONG})` },
    ...{ prediction: LONG, evidence: "'[]'", occurred_at: "i", created_at: "i" },
    ...{ state: "'done'", state_at: "0", labelled_by: "1", error_type: "'UpdateError'" },
  };
  const label = `'{"errorType":"DeletionError","op":null,"also":[]}'`;
  await fill("failed_case", {
    id: `'${project}' || i`,
    label,
    label_state: "'counts'",
    ...longCase,
  });
  await fill("dataset", { id: `'${project}' || i`, name: "i", created_at: "i" });
  const dataset = `'${project}0'`;
  const item = { dataset, id: "i", place: "i", question: LONG, metadata: "'{}'" };
  await fill("dataset_item", { ...item, expected: `json_array(${LONG})` });
  const begun = { dataset, name: "''", state: "'done'", items: "1", created_at: "i" };
  await fill("experiment", { id: `'${project}' || i`, ...begun });
  const result = { experiment: `'${project}0'`, item: "i", milliseconds: "0" };
  await fill("experiment_result", {
    ...{ ...result, answer: LONG, score: "i % 2" },
    outcome: "iif(i % 2, 'right', 'wrong')",
  });
  await fill("replay", {
    ...{ id: `'${project}' || i`, case: `'${project}0'`, graph: "'g'", outcome: "'proved'" },
    ...{ reason: "''", facts: `json_object('needed', json_array(${LONG}))`, created_at: "i" },
  });
  await fill("report", {
    ...{ id: `'${project}' || i`, start: "0", end: "i", trigger: "'request'", headline: "''" },
    ...{ body: `json_object('texts', ${LONG})`, created_at: "i" },
  });
});
beforeEach(async () => {
  taken();
  await stepsOn("");
});

/** Reads all pages. Returns the number of items. */
async function all(read: (cursor: Cursor | undefined) => Promise<PageOf<unknown>>) {
  let count = 0;
  for (let cursor: Cursor | undefined; ; ) {
    const { items, next } = await read(cursor);
    expect(taken()).toBeLessThan(PAGE);
    count += items.length;
    if (next === null) return count;
    cursor = decodeCursor(next);
  }
}

test("H310 a list of cases reads at most one page", async () => {
  const cases = new CaseRepository(database, project);
  expect(await all((cursor) => cases.list({}, cursor, 200))).toBe(COUNT);
});

test("H310 a list of judged answers reads at most one page", async () => {
  const answers = new AnswerRepository(database, project);
  expect(await all((cursor) => answers.list({ judged: "all" }, cursor, 200))).toBe(COUNT);
});

test("H310 a list of suspected annotation errors reads at most one page", async () => {
  const own = (await newProject()).project;
  await env.DB.prepare(
    `insert into failed_case (project, id, graph, origin, query, expected, prediction, evidence,
      occurred_at, created_at, state, state_at, label_state, labelled_by, error_type)
    select ?, id || ?, graph, origin, query || occurred_at, expected, prediction, evidence,
      occurred_at, created_at, state, state_at, 'none', 0, 'AnnotationError'
    from failed_case where project = ?`,
  )
    .bind(own, own, project)
    .run();
  const answers = new AnswerRepository(database, own);
  const page = (cursor: Cursor | undefined) => answers.annotationErrors({}, { cursor, limit: 200 });
  expect(await all(page)).toBe(COUNT);
});

test("H310 a list of disagreements reads at most one page", async () => {
  const agreement = new AgreementRepository(database, project);
  await all((cursor) => agreement.disagreements({}, "tracer", cursor, 200, "person:x"));
});

test("H310 a list of items or results reads at most one page", async () => {
  const datasets = new DatasetRepository(database, project);
  expect(await all((cursor) => datasets.items(`${project}0`, cursor, 200))).toBe(COUNT);
  const experiments = new ExperimentRepository(database, project);
  expect(await all((cursor) => experiments.results(`${project}0`, {}, cursor, 200))).toBe(COUNT);
});

test("H310 a list of replays or reports reads at most one page", async () => {
  const replays = await new ReplayRepository(database, project).ofCase(`${project}0`);
  expect(taken()).toBeLessThan(PAGE);
  expect(replays.length).toBeGreaterThan(10);
  const reports = new ReportRepository(database, project);
  expect(await all((cursor) => reports.list(cursor, 200))).toBe(COUNT);
});

test("H310 the service reads many long cases in parts to add them to a dataset", async () => {
  const datasets = new DatasetRepository(database, project);
  // All cases ask the same question.
  const added = await datasets.addCases(`${project}1`, {});
  expect(added).toMatchObject({ added: 1, joined: COUNT - 1 });
  expect(taken()).toBeLessThan(30 * MB);
});

test("H336 one read of the items counts the progress of all queues", async () => {
  const queues = new QueueRepository(database, project);
  const row = { name: "q", people: ["bo"], perItem: 1, isBlind: true, chosen: {} };
  const id = `queue of ${project}`;
  await queues.create({ ...row, id, cases: [`${project}0`, `${project}1`] }, 0);
  await stepsOn("");
  const { items } = await queues.list("bo", undefined, 20);
  expect(items).toMatchObject([{ id, cases: 2, complete: 0, mine: { open: 2 } }]);
  expect(await stepsOn("queue_item")).toHaveLength(1);
});

test("H315 the service reads the state of labelled cases without their texts", async () => {
  const cases = new CaseRepository(database, project);
  const before = await cases.labelledState("g");
  expect(before.bytes).toBeGreaterThan(COUNT * 600_000);
  expect(taken()).toBeLessThan(COUNT * 200);
  await env.DB.prepare("update failed_case set state_at = 1 where id = ?")
    .bind(`${project}7`)
    .run();
  expect((await cases.labelledState("g")).digest).not.toBe(before.digest);
  const labelled = await cases.labelled("g");
  expect(labelled).toHaveLength(COUNT);
});

test("H311 the figures of datasets are counted without reading a text", async () => {
  const experiments = new ExperimentRepository(database, project);
  const listed = await experiments.list(undefined, undefined, 200);
  const half = { right: COUNT / 2, wrong: COUNT / 2, failed: 0, unjudged: 0 };
  expect(listed.items.at(-1)).toMatchObject({ id: `${project}0`, figures: half });
  const read = await stepsOn("SEARCH experiment_result");
  expect(read).toHaveLength(2);
  for (const step of read) expect(step).toContain("USING COVERING INDEX experiment_result_outcome");
  const datasets = new DatasetRepository(database, project);
  expect(await datasets.find(`${project}0`)).toMatchObject({ items: COUNT, withoutAnswer: 0 });
  const steps = await stepsOn("item");
  expect(steps).toHaveLength(2);
  for (const step of steps) expect(step).toContain("COVERING INDEX");
});

test("H312 a comparison of experiments lists only the changed items that fit into one answer", async () => {
  const experiments = new ExperimentRepository(database, project);
  await env.DB.prepare(
    "insert into experiment_result (project, experiment, item, answer, score, milliseconds, outcome) select project, ?, item, answer, 1 - score, 0, iif(score, 'wrong', 'right') from experiment_result where experiment = ?",
  )
    .bind(`${project}1`, `${project}0`)
    .run();
  const pairs = await experiments.pairs(`${project}0`, `${project}1`, 100);
  expect(pairs).toMatchObject({ gained: COUNT / 2, lost: COUNT / 2 });
  // Only the changed items on the page are read completely.
  const steps = (await stepsOn("experiment_result")).filter((step) => step.startsWith("SEARCH"));
  const compared = steps.filter((step) => step.includes("experiment_result_outcome"));
  expect(compared.length).toBeGreaterThan(5);
  for (const step of compared) expect(step).toContain("COVERING INDEX");
  expect(taken()).toBeLessThan(2 * PAGE);
  expect(pairs.gainedItems.length).toBeGreaterThan(3);
});

test("H313 a list of graphs reads only the rows of its page, by an index", async () => {
  const graphs = new GraphRepository(database, project);
  const { next } = await graphs.list(undefined, 200);
  expect(next).toBeNull();
  await graphs.list({ time: 1, id: "g" }, 200);
  const steps = await stepsOn("graph");
  expect(steps.join("\n")).toMatch(/USING INDEX graph_time .*updated_at/);
  expect(steps.filter((step) => step.includes("INDEX graph_time"))).toHaveLength(2);
});

test("H314 a report reads only the beginning of each text that it may quote", async () => {
  const cases = new CaseRepository(database, project);
  const ids = Array.from({ length: COUNT }, (_, i) => `${project}${i}`);
  const texts = await cases.reportTexts(ids);
  expect(texts.get(`${project}0`)).toMatchObject({ query: "0".repeat(601), reason: null });
  expect(taken()).toBeLessThan(COUNT * 2_500);
});
