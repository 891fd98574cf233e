/** Cached and counted answers for large graphs equal the answers of the simple rules. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { locateAnswer, locateQuery } from "../../src/attribution/cases/find-query-and-answer.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { encloses } from "../../src/graph/history/enclosing.ts";
import { executionOrder, writerOf } from "../../src/graph/history/execution-order.ts";
import { memoryUnits, sessionOf } from "../../src/graph/memory/memory-units.ts";
import { kindOf, stepRemoves } from "../../src/graph/memory/record-categories.ts";
import { isEmptied, isRemoval } from "../../src/graph/memory/removal.ts";
import { shapesOf } from "../../src/graph/memory/structural-signatures.ts";
import type { Link, Variable } from "../../src/graph/model.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { contentStems } from "../../src/text/words.ts";

const anyPlace = fc.integer({ min: 0, max: 7 });
const anyNesting = fc.array(fc.option(anyPlace, { nil: undefined }), {
  minLength: 1,
  maxLength: 8,
});

test("H130 the operations around an operation are those that enclose it, even in a circle", () => {
  fc.assert(
    fc.property(anyNesting, (outer) => {
      const graph = buildGraph(
        "g",
        outer.map((around, i): TraceEvent => {
          const base = { type: "operation", id: `e${i}`, graph: "g", at: i, op: `o${i}` } as const;
          const metadata = around === undefined ? {} : { metadata: { inside: `o${around}` } };
          return { ...base, name: "step", ...metadata };
        }),
      );
      const isAround = (a: number, b: number) => {
        const seen = new Set<number>();
        for (
          let at = outer[b];
          at !== undefined && at < outer.length && !seen.has(at);
          at = outer[at]
        ) {
          if (at === a) return true;
          seen.add(at);
        }
        return false;
      };
      for (const a of outer.keys())
        for (const b of outer.keys())
          expect([a, b, encloses(graph, `o${a}`, `o${b}`)]).toEqual([a, b, isAround(a, b)]);
    }),
    { numRuns: 500 },
  );
});

const VALUES = ["What is it?", "Rex", "The dog is Rex.", "ok", "gone", "What is it? ", "[]"];
const anyVariable = fc.record({
  value: fc.constantFrom(...VALUES),
  class: fc.constantFrom(undefined, undefined, "memory", "prediction", "golden_answers"),
});
const anyLink = fc.record({
  op: fc.constantFrom("ask", "delete", "write"),
  from: anyPlace,
  to: anyPlace,
  session: fc.constantFrom(undefined, "s", "t"),
});
const anyGraph = fc
  .tuple(
    fc.array(anyVariable, { minLength: 8, maxLength: 8 }),
    fc.array(anyLink, { maxLength: 12 }),
    fc.boolean(),
  )
  .map(([variables, links, isNamed]) =>
    buildGraph("g", [
      ...variables.map(({ value, class: name }, i): TraceEvent => {
        const base = { id: `v${i}`, graph: "g", at: i, ref: `v${i}`, name: `n${i}`, value };
        return { type: "variable", ...base, ...(isNamed && name ? { class: name } : {}) };
      }),
      ...links.map(({ op, from, to, session }, i): TraceEvent => {
        const base = { id: `l${i}`, graph: "g", at: 10 + i, op, from: `v${from}`, to: `v${to}` };
        return { type: "link", ...base, ...(session ? { session } : {}) };
      }),
    ]),
  );

/** The rule for a value without labels, in a graph without unit names. */
function outlivesPlainly(graph: EvolutionGraph, { id }: Variable): boolean {
  return graph
    .linksFrom(id)
    .some((read) =>
      graph.linksTo(id).some((write) => sessionOf(graph, write) !== sessionOf(graph, read)),
    );
}

test("Q26 a value is a unit if one session wrote it and another session read it", () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const { areNamed, isUnit } = memoryUnits(graph);
      fc.pre(!areNamed);
      const all = [...graph.variables.values()];
      const units = all.filter((each) => outlivesPlainly(graph, each));
      // Names differ only by a number, so all values of one class are units.
      const classes = new Set(units.map(({ className }) => className));
      for (const each of all) expect(isUnit(each)).toBe(classes.has(each.className));
    }),
    { numRuns: 300 },
  );
});

function leadsToMarkPlainly(graph: EvolutionGraph, link: Link): boolean {
  const [source, target] = [graph.variables.get(link.from), graph.variables.get(link.to)];
  if (source === undefined || target === undefined) return false;
  if (kindOf(target) === "tombstone") return true;
  if (source.fullName === target.fullName || target.mutates === source.id) return false;
  const { isUnit } = memoryUnits(graph);
  const isEnd = graph.linksFrom(target.id).length === 0 && !isUnit(target);
  const { ofVariable } = shapesOf(graph);
  const isUsed = [...graph.links.values()].some((other) => {
    const output = graph.variables.get(other.to);
    return (
      other.op === link.op &&
      output !== undefined &&
      graph.linksFrom(output.id).length > 0 &&
      ofVariable(output) === ofVariable(target)
    );
  });
  const isIdle = isUsed && isEmptied(graph, target);
  if (isEnd && !isIdle && stepRemoves(graph, link) === true) return true;
  const sources = graph.linksTo(target.id).flatMap(({ from }) => graph.variables.get(from) ?? []);
  const stems = new Set(contentStems(source.value));
  return (
    isEnd &&
    kindOf(target) === undefined &&
    target.value.length <= 40 &&
    isUnit(source) &&
    sources.every(isUnit) &&
    !contentStems(target.value).some((stem) => stems.has(stem))
  );
}

function isRemovalPlainly(graph: EvolutionGraph, link: Link): boolean {
  if (!leadsToMarkPlainly(graph, link)) return false;
  const order = executionOrder(graph);
  const at = (each: Link) => order.get(each.op) ?? 0;
  const { isUnit } = memoryUnits(graph);
  const read = graph.linksTo(link.to).filter(({ op }) => op === link.op);
  const units = [...new Set(read.map(({ from }) => from))].filter((id) => {
    const source = graph.variables.get(id);
    return source !== undefined && isUnit(source);
  });
  const isKept = (unit: string) => {
    const isWrittenLater = graph.linksTo(unit).some((each) => at(each) >= at(link));
    const uses = graph.linksFrom(unit).filter((each) => !leadsToMarkPlainly(graph, each));
    if (!isWrittenLater && uses.some((each) => at(each) > at(link))) return true;
    const made = graph.linksTo(unit).filter(({ op }) => op === writerOf(graph, unit));
    return units.every((other) => other === unit || made.some(({ from }) => from === other));
  };
  return units.length < 2 || units.every(isKept) || !isKept(link.from);
}

test("Q64 Q102 A356 a value is a tombstone by the same rules, whichever link is checked first", () => {
  fc.assert(
    fc.property(anyGraph, fc.boolean(), (graph, isBackward) => {
      const links = [...graph.links.values()];
      for (const link of isBackward ? links.toReversed() : links)
        expect(isRemoval(graph, link)).toBe(isRemovalPlainly(graph, link));
    }),
    { numRuns: 500 },
  );
});

test("H130 the question of a case is the last equal value that leads to the answer", () => {
  const failed = { query: "What is it?", prediction: "Rex", expected: [], evidence: [] };
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const equalTo = (text: string) =>
        [...graph.variables.values()].filter(({ value }) => value.trim() === text);
      const answers = equalTo("Rex");
      const answer =
        answers.findLast((each) => kindOf(each) === "answer") ??
        answers.findLast(
          (each) => graph.linksTo(each.id).length > 0 && kindOf(each) !== "expected",
        );
      expect(locateAnswer(graph, failed)?.id).toBe(answer?.id);
      const leads = ({ id }: Variable) =>
        graph.linksFrom(id).some((l) => graph.linksOf(l.op).some(({ to }) => to === answer?.id));
      const questions = equalTo("What is it?");
      const query =
        (answer && questions.findLast(leads)) ??
        questions.findLast(({ id }) => graph.linksFrom(id).length > 0);
      expect(locateQuery(graph, failed, answer)?.id).toBe(query?.id);
    }),
    { numRuns: 500 },
  );
});
