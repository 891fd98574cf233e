import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { Flow } from "../../src/protocol/api/explorer/flow.ts";
import type { LedgerFigures, LedgerUnit } from "../../src/protocol/api/explorer/ledger.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { MAX_BATCH_EVENTS } from "../../src/protocol/limits.ts";
import { rowsWith } from "../workers/support/remains.ts";
import { sweep } from "../workers/support/sweep.ts";
import { newProject, send } from "../workers/support/tenants.ts";
import { sendEvents, sendPacked } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const GRAPH = "much remembered";
const LONG = "remembered at length";
/** Enough units for an overview, and for several parts of the overview. */
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
/** Number of records above which a request does not compute the ledger itself. */
const VERY_LARGE = 500_000;
let project: string;
let key: string;
let units = UNITS;

interface LedgerPage {
  readonly items: LedgerUnit[];
  readonly figures: LedgerFigures;
}

/** Records a unit, the step that wrote it, and the message from which it was made. */
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

/** Returns the ledger's answer, even if the request is refused. */
async function ledgerAnswer() {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await send(`/v1/graphs/${encodeURIComponent(GRAPH)}/ledger`, { headers });
  const { status, headers: got } = answer;
  const body = await answer.json<Partial<LedgerPage> & { error?: { code: string } }>();
  return { status, etag: got.get("etag"), retryAfter: got.get("retry-after"), ...body };
}
const change = (set: string, graph = GRAPH) =>
  env.DB.prepare(`update graph set ${set} where project = ? and id = ?`).bind(project, graph).run();
const packUnit = async () => {
  await sendPacked(key, unit(units));
  units += 1;
};

/** Waits until the overviews of the current state are made. Returns the row of the graph. */
const prepared = () =>
  until(async () => {
    const { graph: rows = [] } = await rowsWith(project);
    const [row] = rows as Record<string, unknown>[];
    return row?.overview_attempts === 0 && row.overview_revision === row.revision ? row : undefined;
  });

test("Q96 the overviews of a large graph are made once it is quiet, before a reader asks for them", async () => {
  await sendPacked(key, [{ ...SAID, id: "m2" }]);
  await change(`updated_at = updated_at - ${120_000}`);
  await sweep(Date.now());
  const kinds = await until(async () => {
    const { graph_overview: parts = [] } = await rowsWith(project);
    const stored = new Set((parts as { kind: string }[]).map(({ kind }) => kind));
    return stored.has("ledger") ? stored : undefined;
  });
  expect(kinds).toEqual(new Set(["flow", "ledger"]));
  // The service does not make overviews again that it has already made.
  await prepared();
});

test("H525 if a large graph grew little, its count is postponed but its overviews are made", async () => {
  await packUnit();
  await change(`updated_at = updated_at - ${120_000}`);
  await sweep(Date.now());
  const { count_at: countAt } = await prepared();
  expect(countAt).toBeGreaterThan(Date.now());
  const { graph_memory: memory = [] } = await rowsWith(project);
  expect(memory).toMatchObject([{ units: units - 1 }]);
});

test("Q97 a worker makes the ledger of a very large graph; until then, readers get 503 or the earlier ledger", async () => {
  await env.DB.prepare("delete from graph_overview where project = ?").bind(project).run();
  await packUnit();
  await change(`operations = ${VERY_LARGE}`);
  expect(await ledgerAnswer()).toMatchObject({
    ...{ status: 503, etag: null, retryAfter: "3", error: { code: "preparing" } },
  });
  const made = await until(async () => {
    const answer = await ledgerAnswer();
    return answer.status === 200 ? answer : undefined;
  });
  expect(made.figures).toMatchObject({ units, isCurrent: true });
  expect(made.etag).not.toBeNull();

  await packUnit();
  await change(`operations = ${VERY_LARGE}`);
  const earlier = await ledgerAnswer();
  expect(earlier).toMatchObject({ status: 200, etag: null });
  expect(earlier.figures).toMatchObject({ units: units - 1, isCurrent: false });
  const renewed = await until(async () => {
    const answer = await ledgerAnswer();
    return answer.figures?.isCurrent === true ? answer : undefined;
  });
  expect(renewed.figures?.units).toBe(units);
});

test("Q97 a word search of a very large graph works even if its texts are too long to store", async () => {
  const [variable, ...others] = unit(0).map((event) => ({ ...event, graph: LONG }));
  const value = `${"x".repeat(5_000)} needle`;
  await sendPacked(key, [
    { ...SAID, graph: LONG },
    { ...variable, value } as TraceEvent,
    ...others,
  ]);
  await change(`operations = ${VERY_LARGE}`, LONG);
  const list = (query: string) =>
    read<LedgerPage>(`ledger?${query}`, LONG).catch(({ message }) => {
      if (!message.startsWith("503")) throw new Error(message);
    });
  await until(() => list(""));
  expect((await list("q=needle"))?.items).toHaveLength(1);
});

test("Q98 if the worker fails repeatedly, the reader opens the graph", async () => {
  await env.DB.prepare("delete from graph_overview where project = ?").bind(project).run();
  await packUnit();
  await change(`operations = ${VERY_LARGE}, overview_revision = revision, overview_attempts = 3`);
  expect((await ledgerAnswer()).figures).toMatchObject({ units, isCurrent: true });
});

test("Q95 the first reader stores a large graph's ledger and flow, and later answers need no packs", async () => {
  expect((await ledger()).figures.units).toBe(units);
  await packUnit();
  // By now the stored ledger belongs to another state, so the graph itself answers.
  const [flow, first, ...others] = await everything();
  expect((first as LedgerPage).figures.units).toBe(units);
  expect((flow as Flow).counts.units).toBe(units);
  const { graph_overview: parts = [] } = await rowsWith(project);
  expect(parts.length).toBeGreaterThan(4);

  // A Worker caches only the graph that it loaded last, so load another one.
  await sendEvents(key, [{ ...SAID, graph: "another" }]);
  await read("store", "another");
  const packs = env.DB.prepare("delete from pack where project = ?").bind(project);
  expect((await packs.run()).meta.changes).toBeGreaterThan(0);
  expect(await everything()).toEqual([flow, first, ...others]);
});
