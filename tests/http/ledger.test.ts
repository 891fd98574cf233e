import { beforeAll, expect, test } from "vitest";
import type { DerivedFigures, DerivedValue } from "../../src/protocol/api/explorer/derived.ts";
import type {
  EmptySearch,
  LedgerEntry,
  LedgerFigures,
  LedgerUnit,
} from "../../src/protocol/api/explorer/ledger.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { newProject, send } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const GRAPH = "kept books";
const at = Date.parse("2026-03-05T05:06:07.000Z");
let key: string;

interface LedgerPage {
  readonly items: LedgerUnit[];
  readonly next: string | null;
  readonly figures: LedgerFigures;
}

async function read<T>(path: string, headers: Record<string, string> = {}): Promise<T> {
  const answer = await send(`/v1/graphs/${path}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json<T>();
}
const book = (path: string) => `${encodeURIComponent(GRAPH)}/${path}`;
const ledger = (query = "", graph = book("")) => read<LedgerPage>(`${graph}ledger?${query}`);

beforeAll(async () => {
  key = (await newProject()).key;
  const later = { graph: GRAPH, at, session: "s2" };
  const events: TraceEvent[] = [
    ...forgottenDog(GRAPH),
    failingVerdict(GRAPH),
    {
      ...{ type: "variable", id: "x1", ...later, ref: "x1" },
      name: "u2",
      class: "memory",
      value: "Is 40 years old; likes *stars*.",
    },
    {
      ...{ type: "variable", id: "x2", ...later, ref: "x2" },
      name: "none",
      class: "retrieved",
      value: "[]",
    },
    { type: "operation", id: "x3", ...later, op: "op-miss", name: "search", category: "retrieval" },
    { type: "link", id: "x4", ...later, op: "op-miss", from: "asked", to: "x2" },
  ];
  await sendEvents(key, events);
});

test("Q70 the ledger lists units with writers, messages, reads, answers and flags", async () => {
  const { items, next, figures } = await ledger("sort=first&order=asc");
  expect([items.map(({ name }) => name), next]).toEqual([["memory:u1", "memory:u2"], null]);
  expect(items[0]).toMatchObject({
    ...{ variable: "memory:u1@1", text: "Works as a baker.", length: 17, isHeld: true },
    writers: [{ op: "op-extract", name: "extract" }],
    messages: ["message:m1@1"],
    reads: [
      {
        ...{ op: "op-search", opName: "search", version: "memory:u1@1", rank: 1, score: null },
        query: { variable: "query:q1@1", text: "What is the name of the dog?" },
      },
    ],
    counts: { versions: 1, writers: 1, reads: 1, removals: 0, answers: 1 },
    flags: [],
  });
  expect(items[1]?.flags).toEqual([{ flag: "never-read", proof: ["memory:u2@1"] }]);
  expect(figures).toMatchObject({ units: 2, held: 2, matching: 2, emptySearches: 1 });
  expect(figures.flags["never-read"]).toBe(1);
});

test("Q80 the ledger has filters, order and pages, and the error about a refused value names the field", async () => {
  expect((await ledger("flags=never-read")).items.map(({ name }) => name)).toEqual(["memory:u2"]);
  expect((await ledger("q=BAKER")).items.map(({ name }) => name)).toEqual(["memory:u1"]);
  expect((await ledger("writer=extract")).figures.matching).toBe(1);
  expect((await ledger("state=gone")).items).toEqual([]);
  const first = await ledger("sort=reads&limit=1");
  expect([first.items[0]?.name, first.figures.matching]).toEqual(["memory:u1", 2]);
  const rest = await ledger(`sort=reads&limit=1&cursor=${first.next}`);
  expect([rest.items[0]?.name, rest.next]).toEqual(["memory:u2", null]);
  for (const wrong of ["flags=invented", "sort=size", "state=lost", "q="])
    await expect(ledger(wrong)).rejects.toThrow(/400.*(flags|sort|state|q)/);
});

test("Q81 a unit shows its sources by blame, its answers and the wrong answers that it caused", async () => {
  const entry = await read<LedgerEntry>(book("ledger/memory%3Au1"));
  expect(entry).toMatchObject({
    sources: [{ variable: "message:m1@1", chars: 17 }],
    answers: [{ variable: "prediction:a1@1", text: "I do not know the name of the dog." }],
  });
  const found = await until(async () => {
    const { items } = await ledger("sort=wrong");
    return items[0]?.counts.wrong === 1 ? items[0] : undefined;
  });
  expect(found.name).toBe("memory:u1");
  const { cases } = await read<LedgerEntry>(book("ledger/memory%3Au1"));
  expect(cases).toEqual([
    expect.objectContaining({ query: "What is the name of the dog?", opName: "extract" }),
  ]);
  await expect(read(book("ledger/query%3Aq1"))).rejects.toThrow(/404.*no memory unit/);
  await expect(read(book("ledger/none"))).rejects.toThrow("404");
  await expect(read(book("ledger/memory%3Au1%401"))).rejects.toThrow(/its name is memory:u1/);
});

test("Q78 searches that found nothing are listed with their queries", async () => {
  const { items } = await read<{ items: EmptySearch[] }>(book("empty-searches"));
  expect(items).toEqual([
    {
      ...{ op: "op-miss", opName: "search", at: "2026-03-05T05:06:07.000Z", session: "s2" },
      query: { variable: "query:q1@1", text: "What is the name of the dog?" },
    },
  ]);
});

interface DerivedPage {
  readonly items: DerivedValue[];
  readonly figures: DerivedFigures;
}

test("Q79 the service lists what was derived from a message, by id or name, with the shared words", async () => {
  const page = await read<DerivedPage>(book("derived/message%3Am1%401"));
  expect(page.items.map(({ variable, role, isHeld }) => [variable, role, isHeld])).toEqual([
    ["memory:u1@1", "unit", true],
    ["retrieved:r1@1", "prompt", null],
    ["prediction:a1@1", "answer", null],
  ]);
  expect(page.items[0]?.sharedWords).toEqual(["work", "baker"]);
  expect(page.figures).toMatchObject({
    ...{ start: ["message:m1@1"], units: 1, heldUnits: 1, statedUnits: 1, prompts: 1, answers: 1 },
    isComplete: true,
  });
  const answers = await read<DerivedPage>(book("derived/memory%3Au1?roles=answer"));
  expect(answers.items.map(({ variable }) => variable)).toEqual(["prediction:a1@1"]);
  await expect(read(book("derived/none"))).rejects.toThrow("404");
});

test("Q82 a ledger of hostile texts, very long texts or no unit has a bounded answer", async () => {
  const texts = ["\ud800<script>", "", "x".repeat(512 * 1024), "=HYPERLINK(1)", "__proto__", "42"];
  await sendEvents(
    key,
    texts.map((value, index) => ({
      ...{ type: "variable", id: `h${index}`, graph: "hostile", at, seq: index, ref: `h${index}` },
      ...{ name: `h${index}`, class: "memory", value },
    })),
  );
  const { items, figures } = await ledger("sort=name&order=asc", "hostile/");
  expect(items.map(({ length }) => length).slice(0, 4)).toEqual([9, 0, 512 * 1024, 13]);
  expect(items.every(({ text }) => text.length <= 300 && text.isWellFormed())).toBe(true);
  expect(figures).toMatchObject({ units: 6, held: 5 });
  await sendEvents(key, [{ type: "graph", id: "g", graph: "empty", at, user: "ada" }]);
  expect(await ledger("", "empty/")).toMatchObject({ items: [], figures: { units: 0 } });
});

test("Q82 the ETag of the ledger changes with the verdicts on its cases", async () => {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await send("/v1/graphs/hostile/ledger", { headers });
  const etag = answer.headers.get("etag") ?? "";
  await answer.text();
  const again = await send("/v1/graphs/hostile/ledger", {
    headers: { ...headers, "if-none-match": etag },
  });
  expect(again.status).toBe(304);
});
