import * as fc from "fast-check";
import { expect, test } from "vitest";
import { assembleGraph, buildGraph } from "../../src/graph/build/build-graph.ts";
import { EventTable, HeldBodies } from "../../src/graph/build/event-table.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { blame as blamed } from "../../src/graph/history/blame.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { ended } from "./support/ended.ts";
import { GRAPH, link, operation, variable } from "./support/recorded.ts";

const build = (...events: TraceEvent[]) => buildGraph(GRAPH, events);
const blame = (graph: EvolutionGraph, id: string) => ended(blamed(graph, id)) ?? [];
const message = (ref: string, at: number, value: string) =>
  variable(ref, ref, { at, class: "message", value });
const unit = (ref: string, at: number, value: string) =>
  variable(ref, "u", { at, class: "memory", value });

test("Q28 the spans cover the whole text, each with a version that had its words", () => {
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

test("Q28 a word stays with the earliest version that contained it", () => {
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

test("Q29 each span names its operation and the closest message that the operation read", () => {
  expect(blame(graph, "memory:u@2").map(({ operation: op, message: id }) => [op, id])).toEqual([
    ["extract", "message:m1@1"],
    ["update", "message:m2@1"],
    ["extract", "message:m1@1"],
    ["update", "message:m3@1"],
  ]);
});

test("Q29 two sentences that one version took from two messages are two spans", () => {
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

test("Q29 a version made only from its predecessor has the predecessor's message", () => {
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

test("Q29 without labels, a value from outside is a message; a value without links has no message and no operation", () => {
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

/** Records a memory that grows by one sentence per step. Each step reads its own message. */
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

/** Returns how often the most frequently read id was read. */
const mostRead = (read: readonly string[]) => {
  const times = new Map<string, number>();
  for (const id of read) times.set(id, (times.get(id) ?? 0) + 1);
  return Math.max(...times.values());
};

test("Q57 blame reads each version once, and only the messages of the requested spans", () => {
  const { graph, id, read } = growing(400);
  const taken = ended(blamed(graph, id, 0, 10)) ?? [];
  expect(taken.map(({ message: of }) => of)).toEqual(
    Array.from({ length: 10 }, (_, i) => `message:m${i}@1`),
  );
  const messages = new Set(read.filter((id) => id.includes("m")));
  expect(messages.size).toBe(10);
  // The blamed version is read a second time, for its text.
  expect(mostRead(read)).toBeLessThanOrEqual(2);
  expect(read.length).toBeLessThanOrEqual(400 + 1 + 10);
});

test("Q57 blame handles a text that grew by thousands of sentences from thousands of messages", () => {
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

test("Q57 blame from the start of a span gives the following spans; no span starts elsewhere", () => {
  const { graph, id } = growing(20);
  const spans = blame(graph, id);
  const starts = new Map(spans.map(({ start }, index) => [start, index]));
  for (let place = -1; place <= (spans.at(-1)?.end ?? 0); place++) {
    const index = starts.get(place);
    expect(ended(blamed(graph, id, place))).toEqual(
      index === undefined ? undefined : spans.slice(index),
    );
  }
  expect(ended(blamed(graph, id, Number.NaN))).toBeUndefined();
});

/** Sentences whose words occur once, so that kept, inserted and removed words are unambiguous. */
const edits = fc.array(
  fc.record({ at: fc.nat(99), remove: fc.nat(3), words: fc.nat(4), keepsWords: fc.boolean() }),
  { minLength: 1, maxLength: 30 },
);

/**
 * The same edits as versions. For each of its words, a version names the version that inserted it.
 */
function edited(list: typeof edits extends fc.Arbitrary<infer L> ? L : never) {
  let count = 0;
  const newWords = (words: number, by: number) =>
    Array.from({ length: words }, () => ({ word: `w${count++}`, by }));
  const textOf = (words: readonly { word: string }[]) =>
    words.map(({ word }) => `${word} `).join("");
  let words = newWords(6, 0);
  const whole = [unit("u0", 0, textOf(words))];
  const spliced = [unit("u0", 0, textOf(words))];
  for (const [index, edit] of list.entries()) {
    const by = index + 1;
    const at = edit.at % (words.length + 1);
    const removed = words.slice(at, at + edit.remove);
    const added = newWords(edit.words, by);
    const kept = edit.keepsWords ? removed : [];
    const place = textOf(words.slice(0, at)).length;
    const insert = textOf([...added, ...kept]);
    const splice = { of: `u${index}`, at: place, remove: textOf(removed).length, insert };
    words = [...words.slice(0, at), ...added, ...kept, ...words.slice(at + removed.length)];
    whole.push(
      variable(`u${by}`, "u", { at: by, version: by + 1, class: "memory", value: textOf(words) }),
    );
    spliced.push(variable(`u${by}`, "u", { at: by, version: by + 1, class: "memory", splice }));
  }
  const expected = words.map(({ word, by }) => [word, `memory:u@${by + 1}`]);
  return {
    whole: build(...whole),
    spliced: build(...spliced),
    id: `memory:u@${list.length + 1}`,
    expected,
  };
}

test("Q28 blame of a text recorded as splices equals blame of its complete versions", () => {
  fc.assert(
    fc.property(edits, (list) => {
      const { whole, spliced, id, expected } = edited(list);
      const value = spliced.variables.get(id)?.value ?? "";
      const told = (graph: EvolutionGraph) =>
        blame(graph, id).flatMap(({ start, end, variable: by }) =>
          (value.slice(start, end).match(/\w+/g) ?? []).map((word) => [word, by]),
        );
      expect(told(spliced)).toEqual(expected);
      expect(told(spliced)).toEqual(told(whole));
    }),
    { numRuns: 300 },
  );
});

test("Q28 a splice within a word changes the whole word; within an overlong word, only the spliced part", () => {
  const splice = { of: "u1", at: 6, remove: 1, insert: "m" };
  const rex = build(
    unit("u1", 1, "It is Rex. "),
    variable("u2", "u", { at: 2, class: "memory", splice }),
  );
  expect(blame(rex, "memory:u@2").map(({ start, end }) => [start, end])).toEqual([
    [0, 6],
    [6, 9],
    [9, 11],
  ]);
  const long = build(
    unit("u1", 1, "x".repeat(1_000)),
    variable("u2", "u", { at: 2, class: "memory", splice: { ...splice, at: 500 } }),
  );
  expect(blame(long, "memory:u@2").map(({ start, end }) => [start, end])).toEqual([
    [0, 500],
    [500, 501],
    [501, 1_000],
  ]);
});

test("Q57 the work of blame grows with the changes, not with the length of the changed text", () => {
  const gone = (chars: number) => {
    const changes = Array.from({ length: 500 }, (_, i) =>
      variable(`u${i + 1}`, "u", {
        ...{ at: i + 1, class: "memory" },
        splice: { of: `u${i}`, at: (i * 37) % 1_000, remove: 2, insert: `${i} ` },
      }),
    );
    let units = 0;
    const graph = build(unit("u0", 0, "a ".repeat(chars / 2)), ...changes);
    for (const step of iterated(blamed(graph, "memory:u@501"))) units += step;
    return units;
  };
  expect(gone(200_000)).toBeLessThan(gone(2_000) + 200_000 * 50);
});

function* iterated(work: Generator<number, unknown>): Generator<number> {
  yield* work;
}
