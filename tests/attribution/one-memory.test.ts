import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { blame } from "../../src/graph/history/blame.ts";
import { storeAt } from "../../src/graph/memory/store.ts";
import { lifeOf, lifeStep } from "../../src/graph/memory/unit-life.ts";
import type { TraceEvent, VariableEvent } from "../../src/protocol/events/events.ts";
import { planReplay } from "../../src/replay/plan.ts";
import { ended } from "../graph/support/ended.ts";
import { casesOf } from "../sdk/support/replayed.ts";

const QUESTION = "What is the cat of Ana called?";
const TEXTS = {
  rex: "The cat of Ana is called Rex.",
  tom: "The cat of Ana is called Tom.",
  barn: "Ben repaired the roof of the barn.",
} as const;
const NAMES = ["one", "two", "three"] as const;
type Name = (typeof NAMES)[number];

/** Every way to record that a unit is removed. */
const REMOVALS = {
  category: { operation: { name: "step", category: "memory_deletion" }, end: {} },
  camelCase: { operation: { name: "step", category: "deleteMemory" }, end: {} },
  name: { operation: { name: "forgetUnit" }, end: {} },
  link: { operation: { name: "step" }, link: { category: "eviction" }, end: {} },
  marker: { operation: { name: "step" }, end: { class: "delete_marker", category: "marker" } },
  tombstone: { operation: { name: "update" }, end: { category: "Tombstone" } },
  unlabelled: { operation: { name: "step" }, end: {} },
  otherLanguage: { operation: { name: "Erinnerung löschen" }, end: {} },
  repeating: { operation: { name: "forgetUnit" }, end: {}, repeats: true },
  repeatingTombstone: { operation: { name: "step" }, end: { category: "deleted" }, repeats: true },
} as const;

const anyStep = fc.oneof(
  fc.record({
    kind: fc.constant("write" as const),
    name: fc.constantFrom(...NAMES),
    text: fc.constantFrom(...Object.values(TEXTS)),
  }),
  fc.record({
    kind: fc.constant("remove" as const),
    name: fc.constantFrom(...NAMES),
    by: fc.constantFrom(...(Object.keys(REMOVALS) as (keyof typeof REMOVALS)[])),
  }),
  fc.record({
    kind: fc.constant("empty" as const),
    name: fc.constantFrom(...NAMES),
    text: fc.constantFrom("", " \n", "[]", "null"),
  }),
  fc.record({ kind: fc.constant("bury" as const), name: fc.constantFrom(...NAMES) }),
  fc.record({
    kind: fc.constant("move" as const),
    name: fc.constantFrom(...NAMES),
    to: fc.constantFrom(...NAMES),
  }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

interface Life {
  readonly graph: EvolutionGraph;
  /** The content of the memory after each step, and when that step ended. */
  readonly held: readonly { readonly at: number; readonly texts: readonly string[] }[];
  readonly removers: readonly string[];
}

class Recording {
  readonly events: TraceEvent[] = [];
  readonly texts = new Map<Name, string>();
  readonly removers: string[] = [];
  readonly #refs = new Map<Name, string>();
  readonly #tick: number;
  at = Date.UTC(2026, 0, 1);

  constructor(tick: number) {
    this.#tick = tick;
  }

  add(event: Record<string, unknown>): void {
    const seq = this.events.length;
    this.events.push({ ...event, id: `e${seq}`, graph: "g", at: this.at, seq } as TraceEvent);
  }

  value(name: string, value: string, labels: Partial<VariableEvent>): string {
    const ref = `r${this.events.length}`;
    this.add({ type: "variable", ref, name, value, ...labels });
    return ref;
  }

  operation(labels: { name: string; category?: string }): string {
    const op = `o${this.events.length}`;
    this.add({ type: "operation", op, ...labels });
    return op;
  }

  say(text: string): string {
    this.at += this.#tick;
    return this.value(`said-${this.events.length}`, text, { class: "message" });
  }

  write(name: Name, text: string, labels: Partial<VariableEvent> = {}): void {
    const said = this.say(text);
    const op = this.operation({ name: "store", category: "update" });
    const ref = this.value(name, text, { class: "memory", ...labels });
    this.#refs.set(name, ref);
    this.add({ type: "link", op, from: said, to: ref });
    this.texts.set(name, text);
  }

  take(step: Step): void {
    if (step.kind === "write") {
      this.write(step.name, step.text);
      return;
    }
    const before = this.#refs.get(step.name);
    if (before === undefined || !this.texts.has(step.name)) return;
    if (step.kind === "move") {
      if (step.to === step.name) return;
      this.write(step.to, `${this.texts.get(step.name)} Moved.`, { mutates: before });
    } else if (step.kind === "remove") {
      this.say("Never mind.");
      const way = REMOVALS[step.by];
      const op = this.operation(way.operation);
      const text = "repeats" in way ? `Removed: ${this.texts.get(step.name)}` : "--";
      const end = this.value(`end-${this.events.length}`, text, way.end);
      this.add({ type: "link", op, from: before, to: end, ...("link" in way ? way.link : {}) });
      this.removers.push(op);
    } else {
      this.say("Never mind.");
      const op = this.operation({ name: "store", category: "update" });
      const labels = step.kind === "bury" ? { category: "deleted" } : {};
      const ref = this.value(step.name, step.kind === "bury" ? "gone" : step.text, {
        class: "memory",
        ...labels,
      });
      this.#refs.set(step.name, ref);
      this.add({ type: "link", op, from: before, to: ref });
    }
    this.texts.delete(step.name);
  }

  ask(): void {
    this.at += 1000;
    const query = this.value("query", QUESTION, { class: "query" });
    const search = this.operation({ name: "search", category: "retrieval" });
    const found = this.value("found", "Nothing was found.", { class: "context" });
    this.add({ type: "link", op: search, from: query, to: found });
    const answering = this.operation({ name: "answer", category: "answer" });
    const answer = this.value("answer", "I do not know.", { class: "prediction" });
    this.add({ type: "link", op: answering, from: found, to: answer });
    this.add({ type: "link", op: answering, from: query, to: answer });
    const texts = { query: QUESTION, prediction: "I do not know.", expected: ["Rex"] };
    const refs = { queryRef: query, predictionRef: answer };
    this.add({ type: "verdict", ...texts, ...refs, score: 0 });
  }
}

function recordingOf(steps: readonly Step[], tick: number): Life {
  const recording = new Recording(tick);
  recording.write("three", TEXTS.barn);
  const held = steps.map((step) => {
    recording.take(step);
    return { at: recording.at, texts: [...recording.texts.values()].sort() };
  });
  recording.ask();
  const { events, removers } = recording;
  return { graph: buildGraph("g", events), held, removers };
}

const anyLife = fc
  .tuple(
    fc.array(anyStep, { minLength: 1, maxLength: 8 }),
    // With 0, the clock stands still, so the order of the records decides.
    fc.constantFrom(1000, 0),
  )
  .map(([steps, tick]) => ({ steps, tick }));

const textsOf = (units: readonly { readonly value: string }[]) =>
  units.map(({ value }) => value).sort();

test("Q62 the store at a moment, a replay and a verdict agree on the units in the memory", () => {
  fc.assert(
    fc.property(anyLife, ({ steps, tick }) => {
      const { graph, held } = recordingOf(steps, tick);
      const last = held.at(-1)?.texts ?? [];
      for (const { at, texts } of tick === 0 ? held.slice(-1) : held)
        expect(textsOf(storeAt(graph, at))).toEqual(texts);
      const [of] = casesOf(graph);
      if (of === undefined) throw new Error("a failing verdict opens a case");
      if (of.outcome === "undecided" || of.op === null) return;
      expect(planReplay(graph, of).stored.toSorted()).toEqual(last);
      const isHeld = last.some((text) => text.includes("Rex"));
      const wasSaid = steps.some((step) => step.kind === "write" && step.text === TEXTS.rex);
      if (wasSaid) expect(of.errorType === "RetrievalError").toBe(isHeld);
    }),
    { numRuns: 500 },
  );
});

test("Q63 blame, the life of a unit and its removers name the same operations", () => {
  fc.assert(
    fc.property(anyLife, ({ steps, tick }) => {
      const { graph, removers } = recordingOf(steps, tick);
      const lives = NAMES.flatMap((name) => lifeOf(graph, `memory:${name}`));
      const lifeSteps = [...new Set(lives)].map((version) => lifeStep(graph, version));
      const removed = new Set(lifeSteps.flatMap(({ removedBy }) => removedBy));
      for (const op of removers) expect([...removed]).toContain(op);
      for (const { variable, writtenBy } of lifeSteps) {
        const spans = ended(blame(graph, variable.id)) ?? [];
        for (const span of spans)
          if (span.variable === variable.id) expect(span.operation).toBe(writtenBy[0]);
      }
    }),
  );
});

test.each(["user_message", "chatTurn", "utterance", undefined])(
  "Q65 a message of category %s is the source of a blamed span and the evidence of a verdict",
  (category) => {
    const recording = new Recording(1000);
    const said = recording.value("said", "My cat is called Rex.", { category });
    const op = recording.operation({ name: "store", category: "update" });
    const unit = recording.value("unit", TEXTS.rex, { class: "memory" });
    recording.add({ type: "link", op, from: said, to: unit });
    recording.ask();
    const graph = buildGraph("g", recording.events);
    const [span] = ended(blame(graph, "memory:unit@1")) ?? [];
    expect(span?.message).toBe("said@1");
    const attribution = casesOf(graph)[0]?.attribution;
    expect(attribution?.outcome === "attributed" && attribution.evidence).toEqual(["said@1"]);
  },
);
