import { expect, test } from "vitest";
import type { GraphMemory, MemoryFigures } from "../../src/protocol/api/explorer/memory.ts";
import { newProject, send } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const JUDGED = "judged";
const UNJUDGED = "never judged";
const at = Date.parse("2026-03-05T05:06:07.000Z");
const ledger = `graphs/${encodeURIComponent(UNJUDGED)}/ledger`;

interface MemoryPage {
  readonly items: GraphMemory[];
  readonly next: string | null;
  readonly figures: MemoryFigures;
}

class Reader {
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }

  async read<T>(path: string): Promise<T> {
    const answer = await send(`/v1/${path}`, { headers: { authorization: `Bearer ${this.key}` } });
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.json<T>();
  }

  memory(query = ""): Promise<MemoryPage> {
    return this.read(`memory?${query}`);
  }
}

/**
 * Creates a project with a graph whose wrong answer is attributed, and a graph without judged
 * answers.
 */
async function project(): Promise<Reader> {
  const { key } = await newProject();
  const reader = new Reader(key);
  await sendEvents(key, [...forgottenDog(JUDGED), failingVerdict(JUDGED)]);
  await sendEvents(key, [
    ...forgottenDog(UNJUDGED),
    { type: "graph", id: "g2", graph: UNJUDGED, at: at + 1e9, user: "ada", system: "own" },
    {
      ...{ type: "variable", id: "x1", graph: UNJUDGED, at, ref: "x1", name: "u2" },
      ...{ class: "memory", value: "Is 40 years old; likes *stars*." },
    },
  ]);
  await until(async () => {
    const { items, figures } = await reader.memory();
    return items[0]?.wrong === 1 && figures.uncounted === 1 ? true : undefined;
  });
  return reader;
}

test("Q90 after its wrong answers were attributed, a graph is counted with the units that caused them", async () => {
  const { items } = await (await project()).memory();
  expect(items).toEqual([
    expect.objectContaining({
      ...{ graph: JUDGED, units: 1, held: 1, wrong: 1, emptySearches: 0, isCurrent: true },
      notable: [{ name: "memory:u1", text: "Works as a baker.", flags: [], answers: 1, wrong: 1 }],
    }),
  ]);
});

test("Q91 any other graph is counted when its ledger is listed without a filter", async () => {
  const reader = await project();
  const uncounted = await reader.read<{ items: string[] }>("memory/uncounted?limit=5");
  expect(uncounted.items).toEqual([UNJUDGED]);
  await reader.read(`${ledger}?flags=never-read`);
  expect((await reader.memory()).figures).toMatchObject({ graphs: 1, uncounted: 1 });
  await reader.read(ledger);
  const { items, figures } = await reader.memory();
  expect(figures).toMatchObject({ graphs: 2, uncounted: 0, units: 3, held: 3, wrong: 1 });
  expect(figures.flags).toMatchObject({ "never-read": 1, loop: 0 });
  expect(items[0]).toMatchObject({
    ...{ graph: UNJUDGED, user: "ada", system: "own", units: 2, isCurrent: true },
    notable: [{ name: "memory:u2", flags: ["never-read"], wrong: 0 }],
  });
});

test("Q92 the list has filters by flag and system, has pages, and marks graphs with later events", async () => {
  const reader = await project();
  await reader.read(ledger);
  const graphs = async (query: string) =>
    (await reader.memory(query)).items.map(({ graph }) => graph);
  expect(await graphs("flag=never-read")).toEqual([UNJUDGED]);
  expect(await graphs("system=own")).toEqual([UNJUDGED]);
  expect(await graphs("flag=loop")).toEqual([]);
  const first = await reader.memory("limit=1");
  const rest = await reader.memory(`limit=1&cursor=${first.next}`);
  expect([first, rest].map(({ items }) => items[0]?.graph)).toEqual([UNJUDGED, JUDGED]);
  expect(rest.next).toBeNull();
  for (const wrong of ["flag=invented", "flags=loop"])
    await expect(reader.memory(wrong)).rejects.toThrow("400");
  await sendEvents(reader.key, [
    { type: "session", id: "later", graph: UNJUDGED, at: at + 1, session: "s9" },
  ]);
  await reader.read(`graphs/${encodeURIComponent(UNJUDGED)}/sessions`);
  expect((await reader.memory("system=own")).items[0]?.isCurrent).toBe(false);
});

test("Q93 the count of a graph is deleted with the graph", async () => {
  const reader = await project();
  await reader.read(ledger);
  const headers = { authorization: `Bearer ${reader.key}` };
  const path = `/v1/graphs/${encodeURIComponent(UNJUDGED)}`;
  expect((await send(path, { method: "DELETE", headers })).status).toBeLessThan(300);
  expect((await reader.memory()).figures).toMatchObject({ graphs: 1, uncounted: 0 });
});
