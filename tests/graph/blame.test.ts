import * as fc from "fast-check";
import { expect, test } from "vitest";
import { blame } from "../../src/graph/blame.ts";
import { buildGraph } from "../../src/graph/build.ts";
import type { TraceEvent } from "../../src/protocol/events.ts";
import { GRAPH, link, operation, variable } from "./recorded.ts";

const build = (...events: TraceEvent[]) => buildGraph(GRAPH, events);
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
