/**
 * The work on a graph grows linearly with the number of its records, even if very many records
 * share one thing.
 */
import { expect, test } from "vitest";
import { casesOfAnnotations } from "../../src/attribution/cases/annotations.ts";
import { discoverCases } from "../../src/attribution/cases/discover-cases.ts";
import { rolesOf } from "../../src/attribution/roles/roles.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { encloses } from "../../src/graph/history/enclosing.ts";
import { isRemoval } from "../../src/graph/memory/removal.ts";
import { storeAt } from "../../src/graph/memory/store.ts";
import { variableLinks } from "../../src/graph/memory/variable-links.ts";
import { roleOf } from "../../src/graph/memory/variable-role.ts";
import { replacementsOf } from "../../src/graph/memory/versions.ts";
import type { Variable } from "../../src/graph/model.ts";
import { findPrompts, promptsBehind } from "../../src/optimization/find-prompts.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { ASKED, HEAVY_GRAPHS } from "../faults/support/heavy-graphs.ts";
import { Recording } from "../faults/support/heavy-recording.ts";
import { processorMs } from "../suites/processor-time.ts";

const RECORDS = 12_000;
/**
 * Largest allowed growth. Twice the records take twice as long with linear work, four times with
 * quadratic work.
 */
const TIMES_AS_LONG = 3;
/** Margin for the engine's own work in each measurement. */
const MARGIN_MS = 15;
const ROUNDS = 3;
const COMPARISONS = 4;

type Events = (size: number) => Iterable<TraceEvent>;

const heavy =
  (name: string): Events =>
  (size) => {
    const found = HEAVY_GRAPHS.find((each) => each.name === name);
    return found === undefined ? [] : [...found.events("g", size), ...found.verdict("g")];
  };

function* nested(size: number): Generator<TraceEvent> {
  const recording = new Recording("g");
  yield recording.variable("a", { ref: "a", value: "a" });
  yield recording.variable("b", { ref: "b", value: "b" });
  for (let i = 0; i < size / 2; i++) {
    const inside = i === 0 ? {} : { metadata: { inside: `op${i - 1}` } };
    yield { ...recording.operation(`op${i}`, "step"), ...inside } as TraceEvent;
    yield recording.link(`op${i}`, "a", "b");
  }
}

/**
 * Very many steps that rewrite one unit, and very many steps that write the unit again after its
 * removal.
 */
function* rewritten(size: number): Generator<TraceEvent> {
  const recording = new Recording("g");
  yield recording.variable("u", { class: "memory", ref: "u", value: "The dog is called Rex." });
  for (let i = 0; i < size / 4; i++) {
    yield recording.operation(`op${i}`, "rewrite");
    yield recording.variable(`w${i}`, { class: "memory", ref: `w${i}`, value: `Dog ${i}.` });
    yield recording.link(`op${i}`, "u", `w${i}`);
  }
}

function* removed(size: number): Generator<TraceEvent> {
  const recording = new Recording("g");
  yield recording.variable("u", { class: "memory", ref: "u", value: "The dog is called Rex." });
  yield recording.variable("gone", { class: "tombstone", ref: "gone", value: "gone" });
  yield recording.variable("said", { class: "message", ref: "said", value: "Rex." });
  for (let i = 0; i < size / 2; i++) {
    yield recording.link("write", "said", "u", { at: 1 });
    yield recording.link("remove", "u", "gone");
  }
}

const END = Number.POSITIVE_INFINITY;
const ANNOTATIONS = Array.from({ length: 20 }, (_, i) => ({
  ...{ query: ASKED, golden_answers: [`Rex ${i}`], prediction: "p" },
}));

function each(graph: EvolutionGraph, ask: (variable: Variable) => unknown): void {
  for (const variable of graph.variables.values()) ask(variable);
}

const QUESTIONS: readonly [string, Events, (graph: EvolutionGraph) => unknown][] = [
  ["the import times of a graph", heavy("imports"), () => undefined],
  ["the order of one moment", heavy("one-moment"), () => undefined],
  [
    "the role of a value between very many links",
    heavy("plain-hub"),
    (graph) => each(graph, (variable) => roleOf(graph, variable)),
  ],
  [
    "the store, if very many units lead to one mark",
    heavy("one-mark"),
    (graph) => storeAt(graph, END),
  ],
  [
    "the links of a unit that lead to one mark",
    heavy("one-mark"),
    (graph) => each(graph, (variable) => variableLinks(graph, variable)),
  ],
  [
    "the links of long units that lead to very many marks",
    heavy("many-marks"),
    (graph) => [...graph.links.values()].map((link) => isRemoval(graph, link)),
  ],
  [
    "the store, if one unit was removed and written very often",
    removed,
    (graph) => storeAt(graph, END),
  ],
  [
    "what replaced a unit that very many steps rewrote",
    rewritten,
    (graph) => each(graph, ({ id }) => replacementsOf(graph, id)),
  ],
  ["wrong answers to a question with very many variables", heavy("one-text"), discoverCases],
  [
    "annotations of a question with very many variables",
    heavy("one-text"),
    (graph) => casesOfAnnotations(graph, ANNOTATIONS),
  ],
  [
    "the roles of a wrong answer between very many links",
    heavy("one-text"),
    (graph) => discoverCases(graph).map((failed) => rolesOf(graph, failed)),
  ],
  ["prompts that very many operations read", heavy("prompts"), findPrompts],
  [
    "the prompts behind the innermost of very many operations",
    nested,
    (graph) => promptsBehind(graph, "op1"),
  ],
  [
    "which operations the outermost one encloses",
    nested,
    (graph) => [...graph.operations.keys()].filter((op) => encloses(graph, "op0", op)),
  ],
];

test.each(QUESTIONS)(
  "H130 the time grows in proportion to the number of records: %s",
  (_, events, ask) => {
    const roundOf = (size: number) => {
      const recorded = [...events(size)];
      // Build a new graph each time, because a graph caches its answers.
      return () => processorMs(() => ask(buildGraph("g", recorded)));
    };
    roundOf(RECORDS / 4)();
    const isLinear = () => {
      const round = roundOf(RECORDS);
      const least = Math.min(...Array.from({ length: ROUNDS }, round));
      const longer = roundOf(RECORDS * 2);
      // One fast round is enough, because other processes only make rounds slower.
      return Array.from({ length: ROUNDS }).some(
        () => longer() < least * TIMES_AS_LONG + MARGIN_MS,
      );
    };
    // Other processes may disturb some comparisons; quadratic work fails every comparison.
    expect(Array.from({ length: COMPARISONS }).some(isLinear)).toBe(true);
  },
);
