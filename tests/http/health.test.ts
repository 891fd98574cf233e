import { beforeAll, expect, test } from "vitest";
import type { MemoryHealth } from "../../src/protocol/api/explorer/health.ts";
import { LEDGER_SHARES } from "../../src/protocol/api/explorer/health-words.ts";
import type { MessageFact } from "../../src/protocol/api/explorer/survival.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { newProject, send } from "../workers/support/tenants.ts";
import { sendPacked } from "../workers/support/traces.ts";

const GRAPH = "nora";
const DAY = Date.parse("2026-03-05T09:00:00.000Z");
let key: string;
let counter = 0;

const base = (at: number) => {
  counter += 1;
  return { id: `e${counter}`, graph: GRAPH, at, session: "chat" };
};

/** Records a message, and the unit that the extraction made from the message. */
function extracted(name: string, said: string, kept: string, at: number): TraceEvent[] {
  const [message, unit, op] = [`message-${name}`, `unit-${name}`, `op-${name}`];
  return [
    {
      type: "variable",
      ...base(at),
      ref: message,
      name: message,
      value: said,
      category: "message",
    },
    { type: "variable", ...base(at), ref: unit, name: unit, value: kept, category: "memory_entry" },
    { type: "operation", ...base(at), op, name: "extract", category: "extraction" },
    { type: "link", ...base(at), op, from: message, to: unit },
  ];
}

async function read<T>(path: string): Promise<T> {
  const answer = await send(`/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json<T>();
}

beforeAll(async () => {
  key = (await newProject()).key;
  const dog = "I adopted a greyhound called Pixel from the shelter in Bergen.";
  const dentist = "My dentist appointment is on 14 June 2026, after the swimming lesson.";
  await sendPacked(key, [
    { type: "graph", ...base(DAY), system: "mem0" },
    ...extracted("dog", dog, dog, DAY),
    ...extracted("dentist", dentist, "I have a dentist appointment.", DAY + 24 * 3_600_000),
  ]);
});

test("H510 before a graph is counted, health has no facts and counts the graph as uncounted", async () => {
  const health = await read<MemoryHealth>("memory/health");
  expect(health).toMatchObject({
    ...{ graphs: 0, memory: { uncounted: 1 }, survival: { facts: 0, kept: 0 } },
  });
  expect(health.survival.share.value).toBeNull();
});

test("H511 the facts of a graph are listed with their fate, page by page and by filter", async () => {
  const list = (query = "") =>
    read<{ items: MessageFact[]; next: string | null }>(`graphs/${GRAPH}/facts${query}`);
  const { items } = await list();
  const date = items.find(({ kind }) => kind === "time");
  expect(date).toMatchObject({
    ...{ message: "message-dentist@1", detail: "14 June 2026", fate: "lost", wasStored: false },
    ...{ errorType: "ExtractionError", op: "op-dentist", opName: "extract" },
  });
  const lost = (await list("?fate=lost&op=extract")).items;
  expect(lost.length).toBeGreaterThan(0);
  expect(lost).toEqual(items.filter(({ fate }) => fate === "lost"));
  expect((await list("?op=nothing")).items).toEqual([]);
  const first = await list("?limit=1");
  const rest = await list(`?limit=100&cursor=${encodeURIComponent(first.next ?? "")}`);
  expect([...first.items, ...rest.items]).toEqual(items);
});

test("H512 the service sums facts by kind, day and operation, with an interval and examples", async () => {
  await read(`graphs/${GRAPH}/ledger`);
  const health = await read<MemoryHealth>("memory/health");
  const { survival, byKind, days, losses, examples } = health;
  expect(health).toMatchObject({ graphs: 1, memory: { uncounted: 0, units: 2 } });
  expect(survival.facts).toBe(byKind.reduce((sum, { facts }) => sum + facts, 0));
  expect(survival.facts).toBe(days.reduce((sum, { facts }) => sum + facts, 0));
  expect(days.map(({ day }) => day)).toEqual(["2026-03-05", "2026-03-06"]);
  expect(losses).toEqual([
    { opName: "extract", errorType: "ExtractionError", facts: survival.lost },
  ]);
  expect(survival.share.value).toBeCloseTo(survival.kept / survival.facts);
  expect(survival.share.low).toBeLessThan(survival.share.value ?? 0);
  expect(examples[0]).toMatchObject({ graph: GRAPH, fate: "lost", op: "op-dentist" });
});

test("H513 a request can limit the figures to days and to a memory system", async () => {
  const first = await read<MemoryHealth>("memory/health?to=2026-03-05");
  expect(first.days.map(({ day }) => day)).toEqual(["2026-03-05"]);
  expect(first.examples).toEqual([]);
  expect((await read<MemoryHealth>("memory/health?from=2026-03-07")).survival.facts).toBe(0);
  expect((await read<MemoryHealth>("memory/health?system=mem0")).graphs).toBe(1);
  expect((await read<MemoryHealth>("memory/health?system=other")).graphs).toBe(0);
});

test("H523 the share of units or searches with a problem has a count and an interval", async () => {
  const { shares, memory } = await read<MemoryHealth>("memory/health");
  expect(shares.map(({ figure }) => figure)).toEqual([...LEDGER_SHARES]);
  const unread = shares.find(({ figure }) => figure === "never-read");
  expect(unread).toMatchObject({
    ...{ count: 2, of: 2, share: { value: 1, high: 1 } },
    graphs: [{ graph: GRAPH, count: 2 }],
  });
  const other = await read<MemoryHealth>("memory/health?system=other");
  expect(other.shares.flatMap(({ graphs }) => graphs)).toEqual([]);
  expect(unread?.share.low).toBeCloseTo(0.342, 3);
  expect(shares.at(-1)).toMatchObject({
    ...{ figure: "empty-searches", count: memory.emptySearches, of: memory.searches },
    share: { value: null },
  });
});
