import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import type {
  Comparison,
  Dataset,
  DatasetItem,
  Experiment,
  ExperimentResult,
  ItemsAdded,
} from "../../src/protocol/experiments.ts";
import { rowsWith } from "../workers/remains.ts";
import { newProject, type OwnProject, send } from "../workers/tenants.ts";
import { failingVerdict, forgottenDog, QUESTION, sendEvents } from "../workers/traces.ts";
import { until } from "../workers/until.ts";

let tenant: OwnProject;
beforeEach(async () => {
  tenant = await newProject();
});

interface Page<T> {
  readonly items: T[];
  readonly next: string | null;
}

async function ask<T>(method: string, path: string, body?: unknown, type = "application/json") {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await send(`/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tenant.key}`,
      ...(body === undefined ? {} : { "content-type": type }),
    },
    ...(body === undefined ? {} : { body: text }),
  });
  const read = await answer.text();
  return { status: answer.status, body: (read === "" ? undefined : JSON.parse(read)) as T };
}

const newDataset = async (name = "questions") =>
  (await ask<Dataset>("POST", "/datasets", { name })).body.id;
const addItems = async (dataset: string, body: unknown, type?: string) =>
  (await ask<ItemsAdded>("POST", `/datasets/${dataset}/items`, body, type)).body;
const itemsOf = async (dataset: string) =>
  (await ask<Page<DatasetItem>>("GET", `/datasets/${dataset}/items`)).body.items;
const CSV = "text/csv; charset=utf-8";

describe("datasets", () => {
  test("Y30 a dataset is meant by its id or its name, whatever is asked of it", async () => {
    const id = await newDataset("pets & owners");
    const named = encodeURIComponent("pets & owners");
    await addItems(named, [{ question: "Who is Rex?", expected: ["the dog"] }]);
    const begun = await ask<Experiment>("POST", "/experiments", { dataset: "pets & owners" });
    for (const dataset of [id, named]) {
      const listed = await ask<Page<Experiment>>("GET", `/experiments?dataset=${dataset}`);
      expect(listed.body.items.map((experiment) => experiment.id)).toEqual([begun.body.id]);
    }
    const [item] = await itemsOf(named);
    expect((await ask("DELETE", `/datasets/${named}/items/${item?.id}`)).status).toBe(204);
    expect(await itemsOf(id)).toEqual([]);
    expect((await ask("DELETE", `/datasets/${named}`)).status).toBe(204);
    expect((await ask("GET", `/experiments?dataset=${named}`)).status).toBe(404);
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
      const dataset = await newDataset(crypto.randomUUID());
      expect(await addItems(dataset, body, type)).toEqual({
        ...{ added: 1, joined: 0, withoutAnswer: 0, rejected: [] },
      });
      expect(await itemsOf(dataset)).toMatchObject([item]);
    }
  });

  test("Y1 the cases that ids name or filters select become items", async () => {
    for (const graph of ["one", "other"]) {
      await sendEvents(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
    }
    const cases = await until(async () => {
      const found = (await ask<Page<{ id: string; graph: string }>>("GET", "/cases")).body.items;
      return found.length === 2 ? found : undefined;
    });
    const [first] = cases.filter(({ graph }) => graph === "one");
    const item = { question: QUESTION, expected: ["Rex"] };
    const named = await newDataset("named");
    const added = await ask<ItemsAdded>("POST", `/datasets/${named}/cases`, {
      cases: [first?.id, "case_of_nobody"],
    });
    expect(added.body).toEqual({
      ...{ added: 1, joined: 0, withoutAnswer: 0 },
      rejected: [{ index: 1, message: expect.stringContaining("no such case") }],
    });
    expect(await itemsOf(named)).toMatchObject([
      { ...item, metadata: { graph: "one" }, case: first?.id },
    ]);
    const filtered = await newDataset("filtered");
    await ask("POST", `/datasets/${filtered}/cases`, { graph: "other" });
    expect(await itemsOf(filtered)).toMatchObject([{ ...item, metadata: { graph: "other" } }]);
    const all = await newDataset("all");
    expect((await ask<ItemsAdded>("POST", `/datasets/${all}/cases`, {})).body.added).toBe(2);
    expect((await ask<ItemsAdded>("POST", `/datasets/${all}/cases`, {})).body.joined).toBe(2);
  });

  test("Y2 an item that is wrong is rejected alone, by its place", async () => {
    const dataset = await newDataset();
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
    const { added, rejected } = await addItems(dataset, lines.join("\n"));
    expect([added, rejected.map(({ index }) => index)]).toEqual([2, [1, 2, 3, 4, 5, 6]]);
    expect(rejected[0]?.message).toMatch(/^Line 2, column \d+: /);
    expect((await itemsOf(dataset)).map(({ expected }) => expected)).toEqual([["a"], ["7"]]);
    const table = await addItems(dataset, 'expected\nx\n"torn', CSV);
    expect(table.rejected.map(({ message }) => message)).toEqual([
      expect.stringContaining("must be question"),
      expect.stringContaining("Line 3"),
    ]);
    const torn = await ask<{ error: { message: string } }>(
      ...(["POST", `/datasets/${dataset}/items`, '[{"question": "f?"}'] as const),
    );
    expect([torn.status, torn.body.error.message]).toEqual([
      400,
      expect.stringMatching(/^Line 1, column 20: .* Nothing was added\.$/),
    ]);
  });

  test("Y2 nothing that is uploaded makes the service fail", async () => {
    const dataset = await newDataset();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.json(),
          fc.stringMatching(/^[question",\r\n]*$/),
        ),
        fc.constantFrom(CSV, "application/json"),
        async (body, type) => {
          const { status } = await ask("POST", `/datasets/${dataset}/items`, body, type);
          expect([200, 400]).toContain(status);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("Y3 equal questions with equal metadata are one item, which expects what each of them does", async () => {
    const dataset = await newDataset();
    const first = await addItems(dataset, [
      { question: "Who is  Rex?", expected: ["the dog"], metadata: { a: 1, b: [2] } },
      { question: "Who is Rex?\n", expected: ["a dog", "the dog"], metadata: { b: [2], a: 1 } },
      { question: "Who is Rex?", metadata: { a: 2 } },
    ]);
    expect(first).toEqual({ added: 2, joined: 1, withoutAnswer: 1, rejected: [] });
    const again = await addItems(dataset, [
      { question: "Who is Rex?", expected: "Rex", metadata: { a: 1, b: [2] } },
    ]);
    expect(again).toMatchObject({ added: 0, joined: 1 });
    expect((await itemsOf(dataset)).map(({ expected }) => expected)).toEqual([
      ["the dog", "a dog", "Rex"],
      [],
    ]);
    expect((await ask<Dataset>("GET", "/datasets/questions")).body).toMatchObject({
      ...{ id: dataset, items: 2, withoutAnswer: 1 },
    });
  });

  test("Y4 what a dataset has no room for is rejected by its place, and what it has needs none", async () => {
    const dataset = await newDataset();
    const items = Array.from({ length: 10_000 }, (_, index) => ({ question: `${index}?` }));
    expect(await addItems(dataset, items.slice(1))).toMatchObject({ added: 9_999 });
    const full = await addItems(dataset, [items[1], { question: "x?" }, { question: "y?" }]);
    expect(full).toMatchObject({ added: 1, joined: 1, rejected: [{ index: 2 }] });
    const tooMany = await ask("POST", `/datasets/${dataset}/items`, [...items, items[0]]);
    expect(tooMany.status).toBe(413);
    let pages = 0;
    const seen = new Set<string>();
    for (let cursor: string | null = ""; cursor !== null && pages < 60; pages++) {
      const from = cursor === "" ? "" : `&cursor=${cursor}`;
      const page: Page<DatasetItem> = (
        await ask<Page<DatasetItem>>("GET", `/datasets/${dataset}/items?limit=200${from}`)
      ).body;
      for (const { question } of page.items) seen.add(question);
      cursor = page.next;
    }
    expect([pages, seen.size]).toEqual([50, 10_000]);
  });

  test("Y5 a dataset of a name is one, and goes with its experiments; an item is taken out alone", async () => {
    const dataset = await newDataset();
    expect(await newDataset()).toBe(dataset);
    await addItems(dataset, [{ question: "a?" }, { question: "b?" }]);
    const [item] = await itemsOf(dataset);
    const path = `/datasets/${dataset}/items/${item?.id}`;
    expect([(await ask("DELETE", path)).status, (await ask("DELETE", path)).status]).toEqual([
      204, 404,
    ]);
    expect((await itemsOf(dataset)).map(({ question }) => question)).toEqual(["b?"]);
    const { id } = (await ask<Experiment>("POST", "/experiments", { dataset })).body;
    expect((await ask("DELETE", `/datasets/${dataset}`)).status).toBe(204);
    expect((await ask("GET", `/experiments/${id}`)).status).toBe(404);
    expect(await rowsWith(dataset)).toEqual({});
  });

  test("Y6 items that cases made go with their graph, and what was answered to them; its figures stay", async () => {
    const graph = `graph-${crypto.randomUUID()}`;
    await sendEvents(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
    await until(async () => {
      const found = await ask<Page<unknown>>("GET", `/cases?graph=${graph}`);
      return found.body.items[0];
    });
    const dataset = await newDataset();
    await ask("POST", `/datasets/${dataset}/cases`, { graph });
    await addItems(dataset, [{ question: "Another?", expected: "yes" }]);
    const [ofCase, other] = await itemsOf(dataset);
    const { id } = (await ask<Experiment>("POST", "/experiments", { dataset })).body;
    const traced = `run-${crypto.randomUUID()}`;
    const secret = `secret-${crypto.randomUUID()}`;
    await sendEvents(tenant.key, forgottenDog(traced));
    const said = { answer: secret, reason: secret };
    await ask("POST", `/experiments/${id}/results`, {
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
    const { figures } = (await ask<Experiment>("GET", `/experiments/${id}`)).body;
    expect(figures).toMatchObject({ right: 1, failed: 1, share: 0.5 });
    const left = (await ask<Page<ExperimentResult>>("GET", `/experiments/${id}/results`)).body;
    expect(left.items).toMatchObject([
      { question: "Another?", answer: null, graph: null, outcome: "failed" },
      { question: null, answer: null, reason: null, outcome: "right" },
    ]);
  });
});

describe("experiments", () => {
  /** A dataset with items `0?`, `1?`, … and the ids of those. */
  async function questions(count: number): Promise<{ dataset: string; ids: string[] }> {
    const dataset = await newDataset(crypto.randomUUID());
    const items = Array.from({ length: count }, (_, index) => ({
      ...{ question: `${index}?`, expected: `${index}` },
    }));
    await addItems(dataset, items);
    return { dataset, ids: (await itemsOf(dataset)).map(({ id }) => id) };
  }

  async function experiment(dataset: string, results: readonly object[]): Promise<Experiment> {
    const { id } = (await ask<Experiment>("POST", "/experiments", { dataset, name: "run" })).body;
    await ask("POST", `/experiments/${id}/results`, { results });
    return (await ask<Experiment>("POST", `/experiments/${id}/finish`)).body;
  }

  test("Y7 an item has one result; an error is not right, and what nobody could judge does not count", async () => {
    const { dataset, ids } = await questions(5);
    const [a, b, c, d] = ids;
    const begun = (await ask<Experiment>("POST", "/experiments", { dataset })).body;
    expect(begun).toMatchObject({
      state: "running",
      items: 5,
      figures: { answered: 0, share: null },
    });
    const send = (results: unknown[]) =>
      ask("POST", `/experiments/${begun.id}/results`, { results });
    await send([
      { item: a, answer: "no", score: 0.4 },
      { item: b, answer: "1", score: 0.5 },
    ]);
    await send([
      { item: a, answer: "0", score: 1, milliseconds: 12 },
      { item: c, error: "broke" },
      { item: d, answer: "who knows" },
    ]);
    const done = (await ask<Experiment>("POST", `/experiments/${begun.id}/finish`)).body;
    expect(done).toMatchObject({ state: "done", dataset, endedAt: expect.any(String) });
    expect(done.figures).toMatchObject({
      ...{ answered: 4, right: 2, wrong: 0, failed: 1, unjudged: 1, share: 2 / 3 },
    });
    const path = `/experiments/${begun.id}/results`;
    const listed = (await ask<Page<ExperimentResult>>("GET", path)).body.items;
    expect(listed.map(({ question, outcome, answer }) => [question, outcome, answer])).toEqual([
      ["0?", "right", "0"],
      ["1?", "right", "1"],
      ["2?", "failed", null],
      ["3?", "unjudged", "who knows"],
    ]);
    const failed = (await ask<Page<ExperimentResult>>("GET", `${path}?outcome=failed`)).body.items;
    expect(failed).toMatchObject([{ item: c, error: "broke", expected: ["2"] }]);
    const first = (await ask<Page<ExperimentResult>>("GET", `${path}?limit=3`)).body;
    const rest = (await ask<Page<ExperimentResult>>("GET", `${path}?cursor=${first.next}`)).body;
    expect([...first.items, ...rest.items]).toEqual(listed);
  });

  test("Y8 a result of an item that the dataset does not have is rejected alone", async () => {
    const { dataset, ids } = await questions(1);
    const other = await questions(2);
    const { id } = (await ask<Experiment>("POST", "/experiments", { dataset })).body;
    const { body } = await ask("POST", `/experiments/${id}/results`, {
      results: [
        { item: ids[0], score: 1 },
        { item: other.ids[1], score: 1 },
      ],
    });
    expect(body).toEqual({
      stored: 1,
      rejected: [{ index: 1, message: expect.stringContaining(other.ids[1] ?? "-") }],
    });
    expect((await ask("POST", "/experiments", { dataset: "unknown" })).status).toBe(404);
  });

  test("Y9 two experiments are compared question by question, also over datasets that share some", async () => {
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
      (await ask<Comparison>("GET", `/experiments/${one}/comparison/${other}`)).body;
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
    const listed = await ask<Page<Experiment>>("GET", `/experiments?dataset=${now.dataset}`);
    expect(listed.body.items.map(({ id }) => id)).toEqual([second.id]);
    expect((await ask("DELETE", `/experiments/${second.id}`)).status).toBe(204);
    expect(await rowsWith(second.id)).toEqual({});
  });
});
