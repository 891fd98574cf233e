import { beforeAll, expect, test } from "vitest";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { newProject, send } from "../workers/support/tenants.ts";
import { sendEvents } from "../workers/support/traces.ts";

const GRAPH = "large";
const COUNT = 2_400;
const at = Date.UTC(2026, 2, 4);
let key: string;

const numberIn = (id: string) => Number(/\d+/.exec(id)?.[0] ?? 0);
const variable = (ref: string, value: string): TraceEvent => ({
  ...{
    type: "variable",
    id: `v-${ref}`,
    graph: GRAPH,
    at,
    seq: numberIn(ref),
    ref,
    name: ref,
    category: "memory",
  },
  value,
});
const link = (id: string, op: string, from: string, to: string): TraceEvent => ({
  ...{ type: "link", id, graph: GRAPH, at, seq: numberIn(id), op, from, to },
});
const operation = (op: string): TraceEvent => ({
  ...{ type: "operation", id: `o-${op}`, graph: GRAPH, at, op, name: op },
});
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));

beforeAll(async () => {
  key = (await newProject()).key;
  // One step that reads very many values, very many steps that read one value, and one that reads
  // long values.
  await sendEvents(key, [
    operation("join"),
    variable("out", "out"),
    ...times(COUNT, (i) => variable(`in-${i}`, `value ${i}`)),
    ...times(COUNT, (i) => link(`join-${i}`, "join", `in-${i}`, "out")),
  ]);
  await sendEvents(key, [
    variable("prompt", "prompt"),
    variable("answer", "answer"),
    ...times(COUNT, (i) => link(`ask-${i}`, `ask-${i}`, "prompt", "answer")),
  ]);
  for (const i of [0, 1, 2, 3]) {
    await sendEvents(key, [
      variable(`long-${i}`, `${i}`.repeat(400_000)),
      link(`long-${i}`, "long", `long-${i}`, "out"),
    ]);
  }
});

const read = async (path: string) => {
  const answer = await send(`/v1/graphs/${GRAPH}/${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status} ${text}`);
  return { chars: text.length, body: JSON.parse(text) };
};

test("Q58 an operation shows the first of very many ends and links, and their total number", async () => {
  const { body } = await read("operations/join");
  expect(body.counts).toEqual({ inputs: COUNT, intermediates: 0, outputs: 1, links: COUNT });
  expect(body.inputs).toEqual(times(200, (i) => `in-${i}@1`));
  expect(body.variables).toHaveLength(201);
  expect(body.variables[7].value).toBe("value 7");
  expect(body.links).toHaveLength(200);
  const of = encodeURIComponent(JSON.stringify({ part: "operations", ids: ["join"] }));
  expect((await read(`part?of=${of}`)).body.figures).toMatchObject({ links: COUNT });
});

test("Q60 the records that a request for an operation names are listed, however many others there are", async () => {
  const first = ["in-2000@1", "join-2222", "in-2300@1", "out@1", "nowhere@1"];
  const query = new URLSearchParams(first.map((id) => ["first", id]));
  const { body } = await read(`operations/join?${query}`);
  expect(body.inputs).toEqual(["in-2000@1", "in-2300@1", ...times(198, (i) => `in-${i}@1`)]);
  const ahead = ["join-2000", "join-2222", "join-2300"];
  const links = [...ahead, ...times(197, (i) => `join-${i}`)];
  expect(body.links.map(({ id }: { id: string }) => id)).toEqual(links);
  expect(body.counts).toEqual({ inputs: COUNT, intermediates: 0, outputs: 1, links: COUNT });
});

test("Q58 the values of an operation share a limit of a million characters, and give their full length", async () => {
  const { chars, body } = await read("operations/long");
  expect(chars).toBeLessThan(1_010_000);
  expect(body.variables.map(({ value }: { value: string }) => value.length)).toEqual([
    ...[200_000, 200_000, 200_000, 200_000, 3],
  ]);
  expect(body.variables[0].length).toBe(400_000);
});

test("Q58 a step of a walk and a version list the first of very many links, and their number", async () => {
  const walked = (await read("walk/out@1?limit=1&operations=join")).body.items[0];
  expect([walked.links.length, walked.linkCount]).toEqual([100, COUNT]);
  const [prompt] = (await read("versions/prompt")).body.items;
  expect(prompt.readBy).toEqual(times(100, (i) => `ask-${i}`));
  expect(prompt.counts).toEqual({ writtenBy: 0, readBy: COUNT, removedBy: 0, sessions: 0 });
});
