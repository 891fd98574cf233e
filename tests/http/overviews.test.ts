import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { Flow } from "../../src/protocol/api/explorer/flow.ts";
import type { LedgerFigures, LedgerUnit } from "../../src/protocol/api/explorer/ledger.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { MAX_BATCH_EVENTS } from "../../src/protocol/limits.ts";
import { rowsWith } from "../workers/support/remains.ts";
import { newProject, send } from "../workers/support/tenants.ts";
import { sendEvents } from "../workers/support/traces.ts";

const GRAPH = "much remembered";
/** Enough for an overview, and for several parts of it. */
const UNITS = 7_000;
const QUERIES = [
  "",
  "sort=name&order=asc&limit=200",
  "sort=first&order=asc&q=UNIT 69",
  "sort=versions&flags=duplicate",
  "sort=reads&state=gone",
  "sort=wrong&writer=extract&limit=3",
];
const SAID: TraceEvent = {
  ...{ type: "variable", id: "m", graph: GRAPH, at: 0, ref: "said", name: "m", class: "message" },
  value: "Hello.",
};
let project: string;
let key: string;

interface LedgerPage {
  readonly items: LedgerUnit[];
  readonly figures: LedgerFigures;
}

/** A unit, the step that wrote it, and the message that it was made from. */
function unit(i: number): TraceEvent[] {
  const placed = (id: string) => ({ id: `${id}${i}`, graph: GRAPH, at: 1_000 * i, session: "s" });
  const value = `Text of unit ${i}: ${"the same words again and again ".repeat(8)}`;
  return [
    { type: "variable", ...placed("v"), ref: `v${i}`, name: `u${i}`, class: "memory", value },
    { type: "operation", ...placed("o"), op: `o${i}`, name: "extract", category: "extraction" },
    { type: "link", ...placed("l"), op: `o${i}`, from: "said", to: `v${i}` },
  ];
}

async function read<T>(path: string, graph = GRAPH): Promise<T> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await send(`/v1/graphs/${encodeURIComponent(graph)}/${path}`, { headers });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json<T>();
}
const ledger = (query = "") => read<LedgerPage>(`ledger?${query}`);
const everything = async () => {
  const answers: (Flow | LedgerPage)[] = [await read<Flow>("flow")];
  for (const query of QUERIES) answers.push(await ledger(query));
  return answers;
};

beforeAll(async () => {
  ({ key, project } = await newProject());
  const events: TraceEvent[] = [SAID];
  for (let i = 0; i < UNITS; i += 1) events.push(...unit(i));
  for (let at = 0; at < events.length; at += MAX_BATCH_EVENTS)
    await sendEvents(key, events.slice(at, at + MAX_BATCH_EVENTS));
});

test("Q95 a large graph's ledger and flow are stored by their first reader, and then answered without its packs", async () => {
  expect((await ledger()).figures.units).toBe(UNITS);
  await sendEvents(key, unit(UNITS));
  // The stored ledger is of another state by now, so the graph answers.
  const [flow, first, ...others] = await everything();
  expect((first as LedgerPage).figures.units).toBe(UNITS + 1);
  expect((flow as Flow).counts.units).toBe(UNITS + 1);
  const { graph_overview: parts = [] } = await rowsWith(project);
  expect(parts.length).toBeGreaterThan(4);

  // A Worker keeps only the graph that it loaded last.
  await sendEvents(key, [{ ...SAID, graph: "another" }]);
  await read("store", "another");
  const packs = env.DB.prepare("delete from pack where project = ?").bind(project);
  expect((await packs.run()).meta.changes).toBeGreaterThan(0);
  expect(await everything()).toEqual([flow, first, ...others]);
});
