import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { flowOf } from "../../src/graph/flow/flow.ts";
import { flowIndexOf } from "../../src/graph/flow/flow-index.ts";
import { blame } from "../../src/graph/history/blame.ts";
import { atOnce } from "../../src/graph/in-turns.ts";
import { derivedFrom, sharedWords, startWords } from "../../src/graph/ledger/derived.ts";
import { searchesOf } from "../../src/graph/ledger/empty-searches.ts";
import { ledgerOf } from "../../src/graph/ledger/ledger.ts";
import { messagesBehind } from "../../src/graph/ledger/sources.ts";
import { unitRead } from "../../src/graph/ledger/unit-reads.ts";
import { storeAt } from "../../src/graph/memory/store.ts";
import { lifeStep } from "../../src/graph/memory/unit-life.ts";
import { variableLinks } from "../../src/graph/memory/variable-links.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { graph as arbitraryGraph } from "../attribution/support/arbitrary-graph.ts";
import { anyEvents, GRAPH, link, operation, variable } from "./support/recorded.ts";

const BOUNDS = { bins: 4, lanes: 1_000, beads: 10, marks: 1_000 };
const WHOLE = { from: undefined, to: undefined, roles: new Set<string>(), lanes: 0, units: 0 };

/**
 * Expects that everything the ledger says about its units agrees with the graph's other answers.
 */
function expectAgreement(graph: EvolutionGraph): void {
  const { units, held } = atOnce(ledgerOf(graph));
  const stored = storeAt(graph, Number.POSITIVE_INFINITY);
  const names = units.filter(({ isHeld }) => isHeld).map(({ fullName }) => fullName);
  expect(new Set(names)).toEqual(new Set(stored.map(({ fullName }) => fullName)));
  expect(held.size).toBe(stored.length);
  const lives = atOnce(flowOf(graph, WHOLE, BOUNDS))?.lives ?? [];
  expect(units.map(({ fullName }) => fullName).sort()).toEqual(
    lives.map(({ fullName }) => fullName).sort(),
  );
  const index = atOnce(flowIndexOf(graph));
  for (const unit of units) {
    const versions = graph.versionsOf(unit.fullName);
    expect(unit.versions.length).toBe(versions.length);
    const steps = versions.map((version) => variableLinks(graph, version));
    const removals = steps.reduce((sum, step) => sum + step.removals.length, 0);
    expect(unit.removals).toBe(removals);
    const removers = versions.flatMap((version) => lifeStep(graph, version).removedBy);
    expect(unit.removals === 0).toBe(removers.length === 0);
    const marks = lives.find(({ fullName }) => fullName === unit.fullName)?.marks ?? [];
    const reads = marks.filter(({ kind }) => kind === "read");
    expect(unit.reads.length).toBe(reads.reduce((sum, { count }) => sum + count, 0));
    const latest = graph.rows.variableId(unit.latest);
    const { messages } = messagesBehind(graph, index, unit.latest);
    const ids = messages.map((row) => graph.rows.variableId(row));
    for (const span of atOnce(blame(graph, latest)) ?? []) {
      if (span.variable !== latest) continue;
      if (span.message !== undefined) expect(ids).toContain(span.message);
      else expect(ids).toEqual([]);
    }
  }
}

test("Q70 ledger, store, life, blame and flow agree on units, versions, reads and removals for any events", () => {
  fc.assert(
    fc.property(anyEvents, (events) => expectAgreement(buildGraph(GRAPH, events))),
    { numRuns: 150 },
  );
  fc.assert(fc.property(arbitraryGraph, expectAgreement), { numRuns: 300 });
});

const DAY = 86_400_000;
const unit = (ref: string, name: string, at: number, value: string, given = {}): TraceEvent =>
  variable(ref, name, { at: at * DAY, class: "memory", value, ...given });
const said = (ref: string, at: number, value: string): TraceEvent =>
  variable(ref, ref, { at: at * DAY, class: "message", value });
const asked = (ref: string, at: number, value: string): TraceEvent =>
  variable(ref, ref, { at: at * DAY, class: "query", value });
const value = (ref: string, at: number, text: string, className = "result"): TraceEvent =>
  variable(ref, ref, { at: at * DAY, class: className, value: text });
/** Makes an operation with links from each of `from` to `to`. */
const step = (
  op: string,
  category: string,
  at: number,
  from: string[],
  to: string,
): TraceEvent[] => [
  operation(op, { at: at * DAY, category }),
  ...from.map((each, place) => link(`${op}-${place}`, op, each, to, { at: at * DAY })),
];

const flagsIn = (events: readonly TraceEvent[]) => {
  const graph = buildGraph(GRAPH, events);
  const { units } = atOnce(ledgerOf(graph));
  return Object.fromEntries(
    units.map(({ fullName, flags }) => [
      fullName,
      Object.fromEntries(
        flags.map(({ flag, proof }) => [flag, proof.map((row) => graph.rows.variableId(row))]),
      ),
    ]),
  );
};

describe("flags", () => {
  test("Q71 a unit without readers is flagged as never read; its change and removal are no reads", () => {
    const events = [
      ...[said("m", 1, "My dog Rex is old."), unit("d1", "dog", 1, "Rex is an old dog.")],
      ...step("write", "extraction", 1, ["m"], "d1"),
      unit("d2", "dog", 2, "Rex, the dog, died.", { mutates: "d1" }),
      ...step("change", "update", 2, ["d1", "m"], "d2"),
      ...[value("gone", 3, "deleted", "delete_marker"), unit("c1", "cat", 1, "A cat.")],
      ...step("remove", "deletion", 3, ["d2"], "gone"),
      ...[value("found", 2, "A cat."), ...step("search", "retrieval", 2, ["c1"], "found")],
    ];
    const flags = flagsIn(events);
    expect(flags["memory:dog"]).toHaveProperty("never-read", ["memory:dog@2"]);
    expect(flags["memory:cat"]).not.toHaveProperty("never-read");
  });

  test("Q72 held units with the same words are duplicates; another number or a negation contradicts", () => {
    const texts = {
      ...{ a: "Ana's dog Rex is 3 years old.", b: "ana's dog, Rex: is 3 years old" },
      ...{ c: "Ana's dog Rex is 5 years old.", d: "Ana's dog Rex is not 3 years old." },
      e: "Ana likes tea.",
    };
    const flags = flagsIn(
      Object.entries(texts).map(([name, text], at) => unit(name, name, at, text)),
    );
    expect(flags["memory:a"]?.duplicate).toEqual(["memory:b@1"]);
    expect(flags["memory:a"]?.contradicts).toEqual(["memory:d@1", "memory:c@1"]);
    expect(flags["memory:d"]?.contradicts).toEqual(["memory:a@1", "memory:b@1"]);
    expect(flags["memory:d"]).not.toHaveProperty("duplicate");
    expect(Object.keys(flags["memory:e"] ?? {})).toEqual(["never-read"]);
  });

  test("Q72 texts that differ only in a rising number are a series and contradict nothing", () => {
    const flags = flagsIn(
      [1, 2, 3, 4, 5, 6].map((n) => unit(`u${n}`, `u${n}`, n, `Finished task number ${n} today.`)),
    );
    expect(Object.values(flags).flatMap((each) => each.contradicts ?? [])).toEqual([]);
  });

  test("Q73 a unit that repeats a retrieved unit is a loop, unless a message states its words", () => {
    const recall = (message: string) => [
      ...[said("m", 1, "I have a dog called Rex."), unit("d", "dog", 1, "Has a dog called Rex.")],
      ...step("write", "extraction", 1, ["m"], "d"),
      ...[said("n", 2, message), value("found", 2, "Has a dog called Rex.")],
      ...step("search", "retrieval", 2, ["d"], "found"),
      unit("e", "echo", 3, "A dog called Rex."),
      ...step("again", "extraction", 3, ["found", "n"], "e"),
    ];
    expect(flagsIn(recall("Hello there."))["memory:echo"]?.loop).toEqual([
      "memory:dog@1",
      "memory:echo@1",
    ]);
    expect(flagsIn(recall("Rex is what my dog is called."))["memory:echo"]).not.toHaveProperty(
      "loop",
    );
  });

  test("Q74 a unit is flagged as reverted if a version repeats an earlier one", () => {
    const versions = (...texts: string[]) =>
      flagsIn(texts.map((text, at) => unit(`r${at}`, "home", at, text)))["memory:home"];
    expect(versions("Lives in Porto", "Lives in Lisbon", "Lives in Porto")?.reverted).toEqual([
      "memory:home@1",
      "memory:home@3",
    ]);
    expect(versions("Lives in Porto", "Lives in Lisbon")).not.toHaveProperty("reverted");
  });

  test("Q75 a written unit is flagged as said by nobody if no message behind it shares a word with it", () => {
    const events = (message: string) => [
      ...[said("m", 1, message), unit("u", "unit", 1, "Is a vegetarian.")],
      ...step("write", "extraction", 1, ["m"], "u"),
      // A unit that is made from another unit has the same speakers.
      unit("s", "summary", 2, "A vegetarian person."),
      ...step("merge", "update", 2, ["u"], "s"),
      unit("o", "outside", 0, "Loaded at the start."),
    ];
    expect(flagsIn(events("I like Porto."))["memory:unit"]?.["said-by-nobody"]).toEqual([
      "memory:unit@1",
    ]);
    const supported = flagsIn(events("I am a vegetarian."));
    for (const name of ["unit", "summary", "outside"])
      expect(supported[`memory:${name}`]).not.toHaveProperty("said-by-nobody");
  });

  test("Q75 if no message leads to any unit, no unit is flagged as said by nobody", () => {
    const files = [
      ...[said("m", 1, "I like Porto."), value("change", 1, "Add a note.")],
      unit("u", "unit", 1, "Is a vegetarian."),
      ...step("write", "extraction", 1, ["change"], "u"),
    ];
    expect(flagsIn(files)["memory:unit"]).not.toHaveProperty("said-by-nobody");
  });

  test("Q76 a dropped word that a later query asks for and no unit states is shown with the query", () => {
    const events = (question: string, rest = "Likes tea.") => [
      unit("d1", "dog", 1, "Has a dog called Rex."),
      unit("d2", "dog", 2, "Has a garden."),
      ...[unit("x", "other", 1, rest), asked("q", 3, question)],
    ];
    expect(flagsIn(events("What is the dog's name?"))["memory:dog"]?.overwritten).toEqual([
      "memory:dog@1",
      "query:q@1",
    ]);
    for (const other of [
      events("What garden?"),
      events("What is the dog's name?", "The dog is asleep."),
    ])
      expect(flagsIn(other)["memory:dog"]).not.toHaveProperty("overwritten");
  });
});

test("Q77 a read has its query, rank and score, and an answer is based on the units read for it", () => {
  const graph = buildGraph(GRAPH, [
    ...[unit("a", "a", 1, "Rex is a dog."), unit("b", "b", 1, "Tom is a cat.")],
    ...[
      asked("q", 2, "Who is Rex?"),
      value("found", 2, "both"),
      value("said", 3, "A dog.", "prediction"),
    ],
    operation("search", { at: 2 * DAY, category: "retrieval" }),
    link("s0", "search", "q", "found", { at: 2 * DAY }),
    link("s1", "search", "b", "found", { at: 2 * DAY, comment: "score 0.81" }),
    link("s2", "search", "a", "found", { at: 2 * DAY, metadata: { score: 0.5 } }),
    ...step("answer", "answer", 3, ["found", "q"], "said"),
  ]);
  const index = atOnce(flowIndexOf(graph));
  const { byName } = atOnce(ledgerOf(graph));
  const readOf = (name: string) => {
    const read = unitRead(graph, index, byName.get(name)?.reads[0] ?? -1);
    return [graph.rows.variableId(read.query ?? -1), read.rank, read.score];
  };
  expect(readOf("memory:b")).toEqual(["query:q@1", 1, 0.81]);
  expect(readOf("memory:a")).toEqual(["query:q@1", 2, 0.5]);
  const answers = byName.get("memory:a")?.answers.map((row) => graph.rows.variableId(row));
  expect(answers).toEqual(["prediction:said@1"]);
});

test("Q78 a search that wrote only empty values found nothing", () => {
  const graph = buildGraph(GRAPH, [
    ...[unit("a", "a", 1, "Rex."), asked("q", 2, "Who is Tom?"), asked("r", 3, "Who is Rex?")],
    ...[value("none", 2, "[]"), ...step("search 1", "retrieval", 2, ["q"], "none")],
    ...[value("some", 3, "Rex."), ...step("search 2", "retrieval", 3, ["r", "a"], "some")],
    ...[value("nil", 3, "null"), ...step("extract", "extraction", 3, ["q"], "nil")],
  ]);
  const { count, empty } = atOnce(searchesOf(graph));
  expect(count).toBe(2);
  expect(empty.map(({ op, query }) => [op, graph.rows.variableId(query ?? -1)])).toEqual([
    ["search 1", "query:q@1"],
  ]);
});

test("Q79 derived units, prompts and answers are listed with the repeated words, without search results", () => {
  const graph = buildGraph(GRAPH, [
    ...[said("m", 1, "My dog is called Rex."), unit("u", "u", 1, "Dog: Rex.")],
    ...step("write", "extraction", 1, ["m"], "u"),
    ...[unit("v", "u", 2, "A pet.", { mutates: "u" }), ...step("change", "update", 2, ["u"], "v")],
    ...[value("p", 3, "Know: a pet.", "prompt"), ...step("fill", "answer", 3, ["v"], "p")],
    ...[value("a", 4, "Rex!", "prediction"), ...step("reply", "answer", 4, ["p"], "a")],
    ...[unit("w", "w", 0, "Likes tea."), ...step("find", "retrieval", 5, ["m"], "w")],
    ...step("made", "extraction", 0, ["a"], "w"),
  ]);
  const row = (id: string) => graph.rows.findVariable(id);
  const start = [row("message:m@1")];
  const { values, statedUnits, isComplete } = atOnce(derivedFrom(graph, start, 100));
  expect([isComplete, statedUnits]).toEqual([true, 0]);
  const words = startWords(graph, start);
  expect(
    values.map(({ row: at, role, isHeld }) => [
      ...[graph.rows.variableId(at), role, isHeld, sharedWords(graph, at, words, 10)],
    ]),
  ).toEqual([
    ["memory:u@1", "unit", false, ["dog", "Rex"]],
    ["memory:u@2", "unit", true, []],
    ["prompt:p@1", "prompt", undefined, []],
    ["prediction:a@1", "answer", undefined, ["Rex"]],
    ["memory:w@1", "unit", true, []],
  ]);
  const few = atOnce(derivedFrom(graph, start, 2));
  expect([few.values.length, few.isComplete]).toEqual([1, false]);
});
