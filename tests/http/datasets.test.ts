/** Datasets over HTTP. */
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import type {
  Dataset,
  DatasetItem,
  Experiment,
  ExperimentResult,
  ItemsAdded,
} from "../../src/protocol/api/experiments.ts";
import { DatasetClient, type Page } from "../workers/support/dataset-client.ts";
import { rowsWith } from "../workers/support/remains.ts";
import { newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import {
  failingVerdict,
  forgottenDog,
  QUESTION,
  sendEvents,
  sendPacked,
} from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

let tenant: OwnProject;
let client: DatasetClient;
beforeEach(async () => {
  tenant = await newProject();
  client = new DatasetClient(tenant.key);
});

const CSV = "text/csv; charset=utf-8";

test("Y30 every operation accepts the dataset's id or its name", async () => {
  const id = await client.newDataset("pets & owners");
  const named = encodeURIComponent("pets & owners");
  await client.addItems(named, [{ question: "Who is Rex?", expected: ["the dog"] }]);
  const begun = await client.ask<Experiment>("POST", "/experiments", { dataset: "pets & owners" });
  for (const dataset of [id, named]) {
    const listed = await client.ask<Page<Experiment>>("GET", `/experiments?dataset=${dataset}`);
    expect(listed.body.items.map((experiment) => experiment.id)).toEqual([begun.body.id]);
  }
  const [item] = await client.itemsOf(named);
  expect((await client.ask("DELETE", `/datasets/${named}/items/${item?.id}`)).status).toBe(204);
  expect(await client.itemsOf(id)).toEqual([]);
  expect((await client.ask("DELETE", `/datasets/${named}`)).status).toBe(204);
  expect((await client.ask("GET", `/experiments?dataset=${named}`)).status).toBe(404);
  expect(await rowsWith(id)).toEqual({});
});

test("Y1 an upload is NDJSON, a JSON list, or a table", async () => {
  const item = { question: "Who is Rex?", expected: ["the dog"], metadata: { graph: "ada" } };
  const uploads = [
    [`${JSON.stringify(item)}\n\n`, "application/x-ndjson"],
    [JSON.stringify([{ ...item, expected: "the dog" }], null, 2), "application/json"],
    ['graph,question,expected\r\nada,Who is Rex?,"the dog"\r\n', CSV],
    ['\ufeffquestion,expected,expected,graph\nWho is Rex?,,"[""the dog""]",ada', CSV],
  ] as const;
  for (const [body, type] of uploads) {
    const dataset = await client.newDataset(crypto.randomUUID());
    expect(await client.addItems(dataset, body, type)).toEqual({
      ...{ added: 1, joined: 0, withoutAnswer: 0, rejected: [] },
    });
    expect(await client.itemsOf(dataset)).toMatchObject([item]);
  }
});

test("Y1 cases selected by ids or filters become items", async () => {
  for (const graph of ["one", "other"]) {
    await sendPacked(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
  }
  const cases = await until(async () => {
    const found = (await client.ask<Page<{ id: string; graph: string }>>("GET", "/cases")).body
      .items;
    return found.length === 2 ? found : undefined;
  });
  const [first] = cases.filter(({ graph }) => graph === "one");
  const item = { question: QUESTION, expected: ["Rex"] };
  const named = await client.newDataset("named");
  const added = await client.ask<ItemsAdded>("POST", `/datasets/${named}/cases`, {
    cases: [first?.id, "case_of_nobody"],
  });
  expect(added.body).toEqual({
    ...{ added: 1, joined: 0, withoutAnswer: 0 },
    rejected: [{ index: 1, message: expect.stringContaining("no such case") }],
  });
  expect(await client.itemsOf(named)).toMatchObject([
    { ...item, metadata: { graph: "one" }, case: first?.id },
  ]);
  const filtered = await client.newDataset("filtered");
  await client.ask("POST", `/datasets/${filtered}/cases`, { graph: "other" });
  expect(await client.itemsOf(filtered)).toMatchObject([{ ...item, metadata: { graph: "other" } }]);
  const all = await client.newDataset("all");
  expect((await client.ask<ItemsAdded>("POST", `/datasets/${all}/cases`, {})).body.added).toBe(2);
  expect((await client.ask<ItemsAdded>("POST", `/datasets/${all}/cases`, {})).body.joined).toBe(2);
});

test("Y2 an invalid item is rejected alone, and the error gives its position", async () => {
  const dataset = await client.newDataset();
  let deep: unknown = 1;
  for (let level = 0; level < 40; level++) deep = { deep };
  const lines = [
    '{"question": "a?", "expected": ["a"]}',
    '{"question": ',
    '{"question": "  "}',
    "7",
    JSON.stringify({ question: "b?", metadata: { deep } }),
    JSON.stringify({ question: "c?", expected: [{ no: "text" }] }),
    JSON.stringify({ question: "d?", metadata: { long: "x".repeat(70_000) } }),
    '{"question": "e?", "expected": 7}',
  ];
  const { added, rejected } = await client.addItems(dataset, lines.join("\n"));
  expect([added, rejected.map(({ index }) => index)]).toEqual([2, [1, 2, 3, 4, 5, 6]]);
  expect(rejected[0]?.message).toMatch(/^Line 2, column \d+: /);
  expect((await client.itemsOf(dataset)).map(({ expected }) => expected)).toEqual([["a"], ["7"]]);
  const table = await client.addItems(dataset, 'expected\nx\n"torn', CSV);
  expect(table.rejected.map(({ message }) => message)).toEqual([
    expect.stringContaining("must be question"),
    expect.stringContaining("Line 3"),
  ]);
  const torn = await client.ask<{ error: { message: string } }>(
    ...(["POST", `/datasets/${dataset}/items`, '[{"question": "f?"}'] as const),
  );
  expect([torn.status, torn.body.error.message]).toEqual([
    400,
    expect.stringMatching(/^Line 1, column 20: .* Nothing was added\.$/),
  ]);
});

test("Y2 an item with an unknown field is rejected alone, and the error names the field", async () => {
  const dataset = await client.newDataset();
  const { added, rejected } = await client.addItems(dataset, [
    { question: "a?", expected: ["a"] },
    { question: "b?", expcted: ["b"] },
    { question: "c?", user: "ada" },
  ]);
  expect([added, rejected]).toEqual([
    1,
    [
      {
        index: 1,
        message:
          "expcted: is not known here. Did you mean expected? Known names: question, expected, metadata. Put other data into metadata.",
      },
      expect.objectContaining({
        index: 2,
        message: expect.stringContaining("user: is not known here."),
      }),
    ],
  ]);
});

test("Y2 no upload makes the service fail", async () => {
  const dataset = await client.newDataset();
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: "binary" }), fc.json(), fc.stringMatching(/^[question",\r\n]*$/)),
      fc.constantFrom(CSV, "application/json"),
      async (body, type) => {
        const { status } = await client.ask("POST", `/datasets/${dataset}/items`, body, type);
        expect([200, 400]).toContain(status);
      },
    ),
    { numRuns: 60 },
  );
});

test("Y3 items with equal question and metadata become one item with the expected answers of all", async () => {
  const dataset = await client.newDataset();
  const first = await client.addItems(dataset, [
    { question: "Who is  Rex?", expected: ["the dog"], metadata: { a: 1, b: [2] } },
    { question: "Who is Rex?\n", expected: ["a dog", "the dog"], metadata: { b: [2], a: 1 } },
    { question: "Who is Rex?", metadata: { a: 2 } },
  ]);
  expect(first).toEqual({ added: 2, joined: 1, withoutAnswer: 1, rejected: [] });
  const again = await client.addItems(dataset, [
    { question: "Who is Rex?", expected: "Rex", metadata: { a: 1, b: [2] } },
  ]);
  expect(again).toMatchObject({ added: 0, joined: 1 });
  expect((await client.itemsOf(dataset)).map(({ expected }) => expected)).toEqual([
    ["the dog", "a dog", "Rex"],
    [],
  ]);
  expect((await client.ask<Dataset>("GET", "/datasets/questions")).body).toMatchObject({
    ...{ id: dataset, items: 2, withoutAnswer: 1 },
  });
});

test("Y4 items beyond the limit are rejected by their position, and known items need no room", async () => {
  const dataset = await client.newDataset();
  const items = Array.from({ length: 10_000 }, (_, index) => ({ question: `${index}?` }));
  expect(await client.addItems(dataset, items.slice(1))).toMatchObject({ added: 9_999 });
  const full = await client.addItems(dataset, [items[1], { question: "x?" }, { question: "y?" }]);
  expect(full).toMatchObject({ added: 1, joined: 1, rejected: [{ index: 2 }] });
  const tooMany = await client.ask("POST", `/datasets/${dataset}/items`, [...items, items[0]]);
  expect(tooMany.status).toBe(413);
  let pages = 0;
  const seen = new Set<string>();
  for (let cursor: string | null = ""; cursor !== null && pages < 60; pages++) {
    const from = cursor === "" ? "" : `&cursor=${cursor}`;
    const page: Page<DatasetItem> = (
      await client.ask<Page<DatasetItem>>("GET", `/datasets/${dataset}/items?limit=200${from}`)
    ).body;
    for (const { question } of page.items) seen.add(question);
    cursor = page.next;
  }
  expect([pages, seen.size]).toEqual([50, 10_000]);
});

test("Y5 dataset names are unique; experiments are deleted with the dataset, and an item alone", async () => {
  const dataset = await client.newDataset();
  expect(await client.newDataset()).toBe(dataset);
  await client.addItems(dataset, [{ question: "a?" }, { question: "b?" }]);
  const [item] = await client.itemsOf(dataset);
  const path = `/datasets/${dataset}/items/${item?.id}`;
  expect([
    (await client.ask("DELETE", path)).status,
    (await client.ask("DELETE", path)).status,
  ]).toEqual([204, 404]);
  expect((await client.itemsOf(dataset)).map(({ question }) => question)).toEqual(["b?"]);
  const { id } = (await client.ask<Experiment>("POST", "/experiments", { dataset })).body;
  expect((await client.ask("DELETE", `/datasets/${dataset}`)).status).toBe(204);
  expect((await client.ask("GET", `/experiments/${id}`)).status).toBe(404);
  expect(await rowsWith(dataset)).toEqual({});
});

/**
 * Starts an experiment on two items: one from a graph's wrong answer, one question entered by hand.
 */
async function onCaseAndQuestion() {
  const graph = `graph-${crypto.randomUUID()}`;
  await sendPacked(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
  await until(async () => {
    const found = await client.ask<Page<unknown>>("GET", `/cases?graph=${graph}`);
    return found.body.items[0];
  });
  const dataset = await client.newDataset();
  await client.ask("POST", `/datasets/${dataset}/cases`, { graph });
  await client.addItems(dataset, [{ question: "Another?", expected: "yes" }]);
  const [ofCase, other] = await client.itemsOf(dataset);
  const { id } = (await client.ask<Experiment>("POST", "/experiments", { dataset })).body;
  return { graph, dataset, ofCase, other, id };
}

test("Y6 items from cases are deleted with their graph, and so are their answers; the figures stay", async () => {
  const { graph, ofCase, other, id } = await onCaseAndQuestion();
  const traced = `run-${crypto.randomUUID()}`;
  const secret = `secret-${crypto.randomUUID()}`;
  await sendEvents(tenant.key, forgottenDog(traced));
  const said = { answer: secret, reason: secret };
  await client.ask("POST", `/experiments/${id}/results`, {
    results: [
      { item: ofCase?.id, ...said, score: 1 },
      { item: other?.id, error: secret, graph: traced },
    ],
  });
  for (const gone of [graph, traced]) {
    const headers = { authorization: `Bearer ${tenant.key}` };
    expect((await send(`/v1/graphs/${gone}`, { method: "DELETE", headers })).status).toBe(204);
    expect(await rowsWith(gone)).toEqual({});
  }
  expect(await rowsWith(secret)).toEqual({});
  const { figures } = (await client.ask<Experiment>("GET", `/experiments/${id}`)).body;
  expect(figures).toMatchObject({ right: 1, failed: 1, share: 0.5 });
  const left = (await client.ask<Page<ExperimentResult>>("GET", `/experiments/${id}/results`)).body;
  expect(left.items).toMatchObject([
    { question: "Another?", answer: null, graph: null, outcome: "failed" },
    { question: null, answer: null, reason: null, outcome: "right" },
  ]);
});

test("Y6 the answers to a case's item are deleted if the item is removed before its graph", async () => {
  const { dataset, ofCase, other, id } = await onCaseAndQuestion();
  const secret = `secret-${crypto.randomUUID()}`;
  await client.ask("POST", `/experiments/${id}/results`, {
    results: [
      { item: ofCase?.id, answer: secret, reason: secret, score: 1 },
      { item: other?.id, answer: "no", score: 0 },
    ],
  });
  for (const item of [ofCase, other]) {
    await client.ask("DELETE", `/datasets/${dataset}/items/${item?.id}`);
  }
  expect(await rowsWith(secret)).toEqual({});
  const left = (await client.ask<Page<ExperimentResult>>("GET", `/experiments/${id}/results`)).body;
  const outcomes = left.items.map(({ answer, outcome }) => [answer, outcome]);
  expect(outcomes.toSorted()).toEqual([
    [null, "right"],
    ["no", "wrong"],
  ]);
});

test("H284 half a surrogate pair in an item or a result becomes U+FFFD", async () => {
  const dataset = await client.newDataset("halves");
  const [half, pair] = ["\\ud83d", "\\ud83d\\ude00"];
  const line = `{"question":"${half} is ${pair}?","expected":["${half}"],"metadata":{"${half}":"${half}"}}`;
  const uploads = [
    [line, "application/x-ndjson"],
    [`question,expected\nb,"[""${half}""]"`, CSV],
  ] as const;
  for (const [body, type] of uploads) {
    expect(await client.addItems(dataset, body, type)).toMatchObject({ added: 1, rejected: [] });
  }
  const [item, fromTable] = await client.itemsOf(dataset);
  expect(item).toMatchObject({
    ...{ question: "\ufffd is \u{1f600}?", expected: ["\ufffd"] },
    metadata: { "\ufffd": "\ufffd" },
  });
  expect(fromTable?.expected).toEqual(["\ufffd"]);
  const { body: begun } = await client.ask<Experiment>("POST", "/experiments", { dataset });
  const answered = await send(`/v1/experiments/${begun.id}/results`, {
    method: "POST",
    headers: { authorization: `Bearer ${tenant.key}`, "content-type": "application/json" },
    body: `{"results":[{"item":"${item?.id}","answer":"${half}${pair}"}]}`,
  });
  expect(answered.status).toBe(200);
  const { body } = await client.ask<Page<ExperimentResult>>(
    "GET",
    `/experiments/${begun.id}/results`,
  );
  expect(body.items[0]?.answer).toBe("\ufffd\u{1f600}");
});

test("H284 a page counts the full length of questions that begin with NUL", async () => {
  const dataset = await client.newDataset("long ones with NUL");
  const questions = Array.from({ length: 150 }, (_, i) => `\u0000${i}${"x".repeat(32_000)}`);
  for (const part of [questions.slice(0, 75), questions.slice(75)]) {
    await client.addItems(
      dataset,
      part.map((question) => ({ question })),
    );
  }
  const { body } = await client.ask<Page<DatasetItem>>(
    "GET",
    `/datasets/${dataset}/items?limit=200`,
  );
  expect(body.items.length).toBeGreaterThan(100);
  expect(JSON.stringify(body).length).toBeLessThan(4_100_000);
  expect(body.next).not.toBeNull();
});

test("Y31 a page of long items ends early, and all pages together have every item", async () => {
  const dataset = await client.newDataset();
  const long = "x".repeat(30_000);
  const expected = Array.from({ length: 20 }, (_, at) => `${at} ${long}`);
  const all = Array.from({ length: 9 }, (_, at) => ({ question: `${at}?`, expected }));
  await client.addItems(dataset, all);
  const questions: string[] = [];
  const sizes: number[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const path = `/datasets/${dataset}/items?limit=200${next && `&cursor=${next}`}`;
    const page: Page<DatasetItem> = (await client.ask<Page<DatasetItem>>("GET", path)).body;
    questions.push(...page.items.map(({ question }) => question));
    sizes.push(page.items.length);
    next = page.next;
  }
  expect(questions).toEqual(all.map(({ question }) => question));
  expect(sizes).toEqual([6, 3]);
});
