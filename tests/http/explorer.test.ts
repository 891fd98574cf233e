import { beforeAll, expect, test } from "vitest";
import { type Flow, MAX_FLOW_BEADS } from "../../src/protocol/api/explorer/flow.ts";
import { MAX_FLOW_LANES } from "../../src/protocol/api/explorer/flow-bounds.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { newProject, send } from "../workers/support/tenants.ts";
import { forgottenDog, sendEvents } from "../workers/support/traces.ts";

const GRAPH = "explored";
const at = Date.parse("2026-03-05T05:06:07.000Z");
const LATER = { graph: GRAPH, at, session: "s2" };
/** A second session reads the unit with a score, and removes it. */
const REMOVED: readonly TraceEvent[] = [
  { type: "session", id: "s2", graph: GRAPH, at, session: "s2", name: "Later" },
  {
    type: "operation",
    id: "o4",
    ...LATER,
    seq: 1,
    op: "op-forget",
    name: "forget",
    category: "deletion",
  },
  {
    ...{ type: "variable", id: "v6", ...LATER, seq: 2, ref: "gone", name: "u1-gone" },
    ...{ value: "deleted", category: "tombstone", metadata: { by: "retention" } },
    source: { file: "memory/forget.py", line: 7 },
  },
  {
    ...{ type: "link", id: "l6", ...LATER, seq: 3, op: "op-forget", from: "unit", to: "gone" },
    ...{ comment: "score 0.2", metadata: { score: 0.2 } },
  },
  { type: "link", id: "l7", ...LATER, seq: 4, op: "op-search", from: "asked", to: "unit" },
];
let key: string;

beforeAll(async () => {
  key = (await newProject()).key;
  await sendEvents(key, [...forgottenDog(GRAPH), ...REMOVED]);
});

async function read(path: string): Promise<unknown> {
  const answer = await send(`/v1/graphs/${GRAPH}/${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}

test("Q66 a variable is shown with its role, writers, readers and removers", async () => {
  expect(await read("variables/memory:u1@1")).toMatchObject({
    ...{ id: "memory:u1@1", fullName: "memory:u1", role: "unit", value: "Works as a baker." },
    writes: [{ id: "l1", op: "op-extract", opName: "extract", variable: "message:m1@1" }],
    reads: [{ id: "l3", op: "op-search", opName: "search", variable: "retrieved:r1@1" }],
    removals: [
      {
        ...{ id: "l6", op: "op-forget", opName: "forget", variable: "u1-gone@1" },
        ...{ comment: "score 0.2", metadata: { score: 0.2 } },
      },
    ],
    returns: [{ id: "l7", op: "op-search", opName: "search", variable: "query:q1@1" }],
    counts: { writes: 1, returns: 1, reads: 1, removals: 1 },
  });
  expect(await read("variables/u1-gone@1")).toMatchObject({
    ...{ role: "tombstone", metadata: { by: "retention" } },
    source: { file: "memory/forget.py", line: 7 },
  });
  const roles = ["message:m1@1", "query:q1@1", "prediction:a1@1", "retrieved:r1@1"];
  const found = await Promise.all(roles.map((id) => read(`variables/${id}`)));
  expect(found).toEqual(
    ["message", "query", "answer", "other"].map((role) => expect.objectContaining({ role })),
  );
});

const flow = async (graph: string, query = "") => {
  const answer = await send(`/v1/graphs/${graph}/flow?${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json<Flow>();
};

test("Q67 the flow shows sessions, messages and the life of a unit", async () => {
  const shown = await flow(GRAPH);
  expect(shown).toMatchObject({
    graph: { from: "2026-03-04T05:06:07.000Z", to: "2026-03-05T05:06:07.000Z" },
    lanes: [
      { session: "s1", category: "conversation", messages: 3, cells: [] },
      { session: "s2", name: "Later", messages: 0 },
    ],
    beads: [
      {
        variable: "message:m1@1",
        role: "message",
        lane: 0,
        text: expect.stringMatching(/^My dog/),
      },
      { variable: "query:q1@1", role: "query" },
      { variable: "prediction:a1@1", role: "answer" },
    ],
    lives: [
      {
        ...{ name: "memory:u1", unlisted: 0 },
        held: [["2026-03-04T05:06:07.000Z", "2026-03-05T05:06:07.000Z"]],
        marks: [
          { kind: "born", variable: "memory:u1@1", op: "op-extract" },
          { kind: "read", op: "op-search", at: "2026-03-04T05:06:07.000Z" },
          { kind: "read", op: "op-search", at: "2026-03-05T05:06:07.000Z" },
          { kind: "removed", op: "op-forget" },
        ],
      },
    ],
    counts: { lanes: 2, messages: 3, units: 1 },
  });
  const later = await flow(GRAPH, "from=2026-03-05&roles=query");
  expect(later.lanes.map(({ session }) => session)).toEqual(["s2"]);
  expect(later.lives[0]?.marks.map(({ kind }) => kind)).toEqual(["read", "removed"]);
  expect((await flow(GRAPH, "roles=query")).beads.map(({ role }) => role)).toEqual(["query"]);
});

test("Q67 a graph without variables has an empty flow", async () => {
  await sendEvents(key, [{ type: "graph", id: "g", graph: "empty", at, user: "ada" }]);
  expect(await flow("empty")).toMatchObject({ graph: null, lanes: [], counts: { messages: 0 } });
});

test("Q67 the flow of very many simultaneous sessions is bounded, counted and paged", async () => {
  const sessions = 2_000;
  const events = Array.from(
    { length: sessions },
    (_, index): TraceEvent => ({
      ...{ type: "variable", id: `m${index}`, graph: "crowd", at, seq: index, ref: `m${index}` },
      ...{
        name: `m${index}`,
        class: "message",
        session: `s${index % 40}`,
        value: "\ud800<b>hello",
      },
    }),
  );
  await sendEvents(key, events);
  const shown = await flow("crowd");
  expect(shown.counts).toEqual({ lanes: 40, messages: sessions, units: 0 });
  expect(shown.lanes).toHaveLength(MAX_FLOW_LANES);
  expect(shown.beads.length).toBeLessThanOrEqual(MAX_FLOW_BEADS);
  const counted = shown.lanes.flatMap(({ cells }) => cells.map(([, count]) => count));
  const sum = counted.reduce((all, each) => all + each, 0);
  expect(sum + shown.beads.length).toBe((sessions / 40) * MAX_FLOW_LANES);
  const rest = await flow("crowd", `lanes=${MAX_FLOW_LANES}`);
  const ids = [...shown.lanes, ...rest.lanes].map(({ session }) => session);
  expect(new Set(ids).size).toBe(40);
});

test("Q69 the answer shows the units made of a message, the values nothing read and the missing words", async () => {
  expect(await read("made-of/message:m1@1")).toEqual({
    variables: [
      expect.objectContaining({ id: "message:m1@1", role: "message", depth: 0, isDropped: false }),
      expect.objectContaining({ id: "memory:u1@1", role: "unit", depth: 1, isDropped: false }),
    ],
    operations: [{ id: "op-extract", name: "extract", category: null }],
    links: [{ op: "op-extract", from: "message:m1@1", to: "memory:u1@1" }],
    missingWords: expect.arrayContaining(["dog", "Rex"]),
    isComplete: true,
  });
  expect(await read("made-of/query:q1@1")).toMatchObject({ missingWords: null });
});
