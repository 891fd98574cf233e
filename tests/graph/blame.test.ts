import * as fc from "fast-check";
import { expect, test } from "vitest";
import { assembleGraph, buildGraph } from "../../src/graph/build/build-graph.ts";
import { EventTable, HeldBodies } from "../../src/graph/build/event-table.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { blame as blamed } from "../../src/graph/history/blame.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { GRAPH, link, operation, variable } from "./recorded.ts";

const build = (...events: TraceEvent[]) => buildGraph(GRAPH, events);
const blame = (graph: EvolutionGraph, id: string) => [...(blamed(graph, id) ?? [])];
const message = (ref: string, at: number, value: string) =>
  variable(ref, ref, { at, class: "message", value });
const unit = (ref: string, at: number, value: string) =>
  variable(ref, "u", { at, class: "memory", value });

test("Q28 spans cover the text without a gap, each by a version that had its words", () => {
  const sentence = fc.array(fc.constantFrom("Rex", "is", "a", "dog", "cat", "big"), {
    ...{ minLength: 1, maxLength: 8 },
  });
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 1, maxLength: 6 }), (texts) => {
      const graph = build(...texts.map((words, at) => unit(`r${at}`, at, words.join(" "))));
      const last = graph.versionsOf("memory:u").at(-1);
      const spans = blame(graph, last?.id ?? "");
      expect(spans.map(({ start, end }) => last?.value.slice(start, end)).join("")).toBe(
        last?.value,
      );
      for (const { start, end, variable: id } of spans) {
        const had = graph.variables.get(id)?.value.split(" ") ?? [];
        let place = 0;
        for (const word of last?.value.slice(start, end).match(/\w+/g) ?? []) {
          place = had.indexOf(word, place) + 1;
          expect(place).toBeGreaterThan(0);
        }
      }
    }),
    { numRuns: 300 },
  );
});

const graph = build(
  message("m1", 1, "My dog is called Rex."),
  operation("extract", { at: 2 }),
  unit("u1", 2, "The dog is called Rex."),
  link("l1", "extract", "m1", "u1", { at: 2 }),
  message("m2", 3, "He is five years old now."),
  message("m3", 4, "I moved to Bern."),
  variable("p", "prompt", { at: 4, class: "prompt", value: "Join them." }),
  operation("update", { at: 5 }),
  variable("d", "decision", { at: 5, class: "decision", value: "five, Bern" }),
  link("l2", "decide", "m2", "d", { at: 5 }),
  link("l3", "decide", "m3", "d", { at: 5 }),
  link("l4", "decide", "p", "d", { at: 5 }),
  unit("u2", 5, "The dog is five and called Rex. Lives in Bern."),
  link("l5", "update", "d", "u2", { at: 5 }),
  link("l6", "update", "u1", "u2", { at: 5 }),
);

test("Q28 what an earlier version brought stays with it, word by word", () => {
  const text = graph.variables.get("memory:u@2")?.value ?? "";
  expect(
    blame(graph, "memory:u@2").map((span) => [text.slice(span.start, span.end), span.variable]),
  ).toEqual([
    ["The dog is ", "memory:u@1"],
    ["five and ", "memory:u@2"],
    ["called Rex.", "memory:u@1"],
    [" Lives in Bern.", "memory:u@2"],
  ]);
});

test("Q29 each span names the operation and, of the messages it worked with, the closest", () => {
  expect(blame(graph, "memory:u@2").map(({ operation: op, message: id }) => [op, id])).toEqual([
    ["extract", "message:m1@1"],
    ["update", "message:m2@1"],
    ["extract", "message:m1@1"],
    ["update", "message:m3@1"],
  ]);
});

test("Q29 sentences that one version brought from two messages are two spans", () => {
  const both = build(
    message("m1", 1, "My dog is called Rex."),
    message("m2", 2, "I moved to Bern."),
    unit("u", 3, "The dog is Rex. They moved to Bern."),
    link("l1", "extract", "m1", "u", { at: 3 }),
    link("l2", "extract", "m2", "u", { at: 3 }),
  );
  expect(blame(both, "memory:u@1")).toEqual([
    { start: 0, end: 16, variable: "memory:u@1", operation: "extract", message: "message:m1@1" },
    { start: 16, end: 35, variable: "memory:u@1", operation: "extract", message: "message:m2@1" },
  ]);
});

test("Q29 a version made of the one before alone goes back to that one's message", () => {
  const reworked = build(
    message("m1", 1, "My dog is called Rex."),
    unit("u1", 2, "My dog is called Rex."),
    link("l1", "extract", "m1", "u1", { at: 2 }),
    unit("u2", 3, "The dog: Rex."),
    link("l2", "rework", "u1", "u2", { at: 3 }),
  );
  expect(blame(reworked, "memory:u@2")[0]).toEqual({
    ...{ start: 0, end: 3, variable: "memory:u@2", operation: "rework", message: "message:m1@1" },
  });
});

test("Q29 without labels a message is what came from outside; what was recorded alone has neither", () => {
  const nameless = build(
    variable("m", "said", { at: 1, value: "My dog is Rex." }),
    variable("u", "note", { at: 2, value: "Rex" }),
    link("l", "extract", "m", "u", { at: 2 }),
  );
  expect(blame(nameless, "note@1")).toEqual([
    { start: 0, end: 3, variable: "note@1", operation: "extract", message: "said@1" },
  ]);
  expect(blame(nameless, "said@1")).toEqual([{ start: 0, end: 14, variable: "said@1" }]);
  expect(blame(nameless, "nobody@1")).toEqual([]);
});

/** A memory that grows by a sentence at a time, each out of a message of its own. */
function growing(count: number) {
  const table = new EventTable();
  const events = Array.from({ length: count }, (_, i) => [
    message(`m${i}`, i, `I like thing ${i}.`),
    unit(`u${i}`, i, Array.from({ length: i + 1 }, (_, j) => `Likes thing ${j}. `).join("")),
    link(`l${i}`, `op${i}`, `m${i}`, `u${i}`, { at: i }),
  ]).flat();
  for (const event of events) table.add(event);
  const read: string[] = [];
  const bodies = new (class extends HeldBodies {
    override text(event: number): string {
      read.push(events[event]?.id ?? "");
      return super.text(event);
    }
  })(events);
  const graph = assembleGraph(GRAPH, table, bodies);
  read.length = 0;
  return { graph, id: `memory:u@${count}`, read };
}

/** How often each was read, most often first. */
const mostRead = (read: readonly string[]) => {
  const times = new Map<string, number>();
  for (const id of read) times.set(id, (times.get(id) ?? 0) + 1);
  return Math.max(...times.values());
};

test("Q57 blame reads each version once, and of messages only those of the spans that are taken", () => {
  const { graph, id, read } = growing(400);
  const taken: unknown[] = [];
  for (const span of blamed(graph, id) ?? []) if (taken.push(span.message) === 10) break;
  expect(taken).toEqual(Array.from({ length: 10 }, (_, i) => `message:m${i}@1`));
  const messages = new Set(read.filter((id) => id.includes("m")));
  expect(messages.size).toBe(10);
  // The blamed version once more, for its text.
  expect(mostRead(read)).toBeLessThanOrEqual(2);
  expect(read.length).toBeLessThanOrEqual(400 + 1 + 10);
});

test("Q57 a text that grew by very many sentences, out of very many messages, is blamed at once", () => {
  const count = 4_000;
  const values: string[] = [];
  for (let i = 0; i < count; i++) values.push(`${values.at(-1) ?? ""}Likes thing ${i}. `);
  const said = Array.from({ length: count }, (_, i) => `I like thing ${i}.`);
  const grown = build(
    ...values.map((value, i) => unit(`u${i}`, i, value)),
    ...said.map((value, i) => message(`m${i}`, count, value)),
    unit("all", count, said.join(" ")),
    ...said.map((_, i) => link(`l${i}`, "all", `m${i}`, "all", { at: count })),
  );
  expect(blame(grown, `memory:u@${count}`)).toHaveLength(count);
  const spans = blame(grown, `memory:u@${count + 1}`);
  expect(spans.map(({ message: id }) => id)).toEqual(said.map((_, i) => `message:m${i}@1`));
});

test("Q57 from any span on, the spans are those that follow; elsewhere none begins", () => {
  const { graph, id } = growing(20);
  const spans = blame(graph, id);
  const starts = new Map(spans.map(({ start }, index) => [start, index]));
  for (let place = -1; place <= (spans.at(-1)?.end ?? 0); place++) {
    const index = starts.get(place);
    const rest = blamed(graph, id, place);
    expect(rest && [...rest]).toEqual(index === undefined ? undefined : spans.slice(index));
  }
  expect(blamed(graph, id, Number.NaN)).toBeUndefined();
});
