/** Experiments over HTTP. */
import { beforeEach, expect, test } from "vitest";
import type {
  Comparison,
  Experiment,
  ExperimentResult,
} from "../../src/protocol/api/experiments.ts";
import { DatasetClient, type Page } from "../workers/support/dataset-client.ts";
import { rowsWith } from "../workers/support/remains.ts";
import { newProject, type OwnProject } from "../workers/support/tenants.ts";

let tenant: OwnProject;
let client: DatasetClient;
beforeEach(async () => {
  tenant = await newProject();
  client = new DatasetClient(tenant.key);
});

/**
 * Makes a dataset with items `0?`, `1?`, …, and returns the ids of the dataset and of the items.
 */
async function questions(count: number): Promise<{ dataset: string; ids: string[] }> {
  const dataset = await client.newDataset(crypto.randomUUID());
  const items = Array.from({ length: count }, (_, index) => ({
    ...{ question: `${index}?`, expected: `${index}` },
  }));
  await client.addItems(dataset, items);
  return { dataset, ids: (await client.itemsOf(dataset)).map(({ id }) => id) };
}

async function experiment(dataset: string, results: readonly object[]): Promise<Experiment> {
  const { id } = (await client.ask<Experiment>("POST", "/experiments", { dataset, name: "run" }))
    .body;
  await client.ask("POST", `/experiments/${id}/results`, { results });
  return (await client.ask<Experiment>("POST", `/experiments/${id}/finish`)).body;
}

test("Y7 each item has one result; an error is not right, and an answer that was not judged does not count", async () => {
  const { dataset, ids } = await questions(5);
  const [a, b, c, d] = ids;
  const begun = (await client.ask<Experiment>("POST", "/experiments", { dataset })).body;
  expect(begun).toMatchObject({
    state: "running",
    items: 5,
    figures: { answered: 0, share: null },
  });
  const send = (results: unknown[]) =>
    client.ask("POST", `/experiments/${begun.id}/results`, { results });
  await send([
    { item: a, answer: "no", score: 0.4 },
    { item: b, answer: "1", score: 0.5 },
  ]);
  await send([
    { item: a, answer: "0", score: 1, milliseconds: 12 },
    { item: c, error: "broke" },
    { item: d, answer: "who knows" },
  ]);
  const done = (await client.ask<Experiment>("POST", `/experiments/${begun.id}/finish`)).body;
  expect(done).toMatchObject({ state: "done", dataset, endedAt: expect.any(String) });
  expect(done.figures).toMatchObject({
    ...{ answered: 4, right: 2, wrong: 0, failed: 1, unjudged: 1, share: 2 / 3 },
  });
  const path = `/experiments/${begun.id}/results`;
  const listed = (await client.ask<Page<ExperimentResult>>("GET", path)).body.items;
  expect(listed.map(({ question, outcome, answer }) => [question, outcome, answer])).toEqual([
    ["0?", "right", "0"],
    ["1?", "right", "1"],
    ["2?", "failed", null],
    ["3?", "unjudged", "who knows"],
  ]);
  const failed = (await client.ask<Page<ExperimentResult>>("GET", `${path}?outcome=failed`)).body
    .items;
  expect(failed).toMatchObject([{ item: c, error: "broke", expected: ["2"] }]);
  const first = (await client.ask<Page<ExperimentResult>>("GET", `${path}?limit=3`)).body;
  const rest = (await client.ask<Page<ExperimentResult>>("GET", `${path}?cursor=${first.next}`))
    .body;
  expect([...first.items, ...rest.items]).toEqual(listed);
});

test("Y8 a result for an item outside the dataset is rejected alone", async () => {
  const { dataset, ids } = await questions(1);
  const other = await questions(2);
  const { id } = (await client.ask<Experiment>("POST", "/experiments", { dataset })).body;
  const { body } = await client.ask("POST", `/experiments/${id}/results`, {
    results: [
      { item: ids[0], score: 1 },
      { item: other.ids[1], score: 1 },
    ],
  });
  expect(body).toEqual({
    stored: 1,
    rejected: [{ index: 1, message: expect.stringContaining(other.ids[1] ?? "-") }],
  });
  expect((await client.ask("POST", "/experiments", { dataset: "unknown" })).status).toBe(404);
});

test("Y9 two experiments are compared question by question, even over datasets that share only some items", async () => {
  const before = await questions(30);
  const now = await questions(28);
  expect(now.ids).toEqual(before.ids.slice(0, 28));
  const scored = (ids: readonly string[], scoreOf: (at: number) => number | null) =>
    ids.map((item, at) => ({ item, answer: `${at}`, score: scoreOf(at) }));
  const first = await experiment(
    before.dataset,
    scored(before.ids, (at) => (at < 10 || at === 27 ? 1 : 0)),
  );
  const second = await experiment(
    now.dataset,
    scored(now.ids, (at) => (at === 26 ? null : at === 27 ? 0 : at < 22 ? 1 : 0)),
  );
  const compare = async (one: string, other: string) =>
    (await client.ask<Comparison>("GET", `/experiments/${one}/comparison/${other}`)).body;
  const compared = await compare(second.id, first.id);
  expect(compared).toMatchObject({
    ...{ judgedInBoth: 27, right: { before: 11, now: 22 }, gained: 12, lost: 1 },
    ...{ difference: 11 / 27, verdict: "better" },
    lostItems: [{ question: "27?", expected: ["27"], before: "27", now: "27" }],
  });
  expect(compared.gainedItems).toHaveLength(12);
  expect(compared.p).toBeCloseTo(28 / 2 ** 13, 10);
  expect(await compare(first.id, second.id)).toMatchObject({
    ...{ verdict: "worse", gained: 1, lost: 12, difference: -11 / 27 },
  });
  expect(await compare(first.id, first.id)).toMatchObject({
    ...{ verdict: "unclear", gained: 0, lost: 0, p: 1, difference: 0 },
  });
  const listed = await client.ask<Page<Experiment>>("GET", `/experiments?dataset=${now.dataset}`);
  expect(listed.body.items.map(({ id }) => id)).toEqual([second.id]);
  expect((await client.ask("DELETE", `/experiments/${second.id}`)).status).toBe(204);
  expect(await rowsWith(second.id)).toEqual({});
});
