import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mislabelled } from "../../src/evaluation/perturb/mislabel.ts";
import { withoutUnitNames } from "../../src/evaluation/perturb/nameless.ts";
import { renamed } from "../../src/evaluation/perturb/rename.ts";
import { rewordTrace } from "../../src/evaluation/perturb/reword.ts";
import { withoutMessage } from "../../src/evaluation/perturb/without-message.ts";
import { type Json, type TraceJson, withoutAnnotations } from "../../src/evaluation/trace-file.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { stepKindOf } from "../../src/graph/memory/record-categories.ts";
import { readSmartcomment } from "../../src/graph/smartcomment/import.ts";
import { labelledFile } from "./support/labelled-file.ts";

function parsed(): TraceJson {
  const { data, ...top } = labelledFile();
  return { top, ...(data as Omit<TraceJson, "top">) };
}

function graphOf(file: TraceJson): EvolutionGraph {
  const read = readSmartcomment(withoutAnnotations(file));
  if (!read.ok) throw new Error(`${read.fault.path} ${read.fault.message}`);
  return read.value.graph;
}

const seeds = fc.integer({ min: 0, max: 1_000_000 });

describe("renaming", () => {
  it("E4 the option replaces every name, category and class, and never repeats a replacement", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const [before, after] = [parsed(), renamed(parsed(), seed)];
        const words = (file: TraceJson) => [
          ...file.operations.flatMap((o) => [o.op_name, o.category]),
          ...file.nodes.map((n) => n.category),
          ...file.edges.map((e) => e.category),
          ...new Map(file.nodes.map((n) => [n.name, n.class_name])).values(),
        ];
        const given = words(after).filter((word) => typeof word === "string");
        expect(new Set(given).size).toBe(given.length);
        const old = new Set(words(before));
        expect(given.filter((word) => old.has(word))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it("E4 the option keeps values, versions, ids and links", () => {
    const shape = (graph: EvolutionGraph) => ({
      operations: [...graph.operations.keys()],
      values: [...graph.variables.values()].map((v) => [v.name, v.version, v.value]),
      links: [...graph.links.values()].map((link) => [
        link.id,
        link.op,
        graph.variables.get(link.from)?.name,
        graph.variables.get(link.to)?.name,
      ]),
    });
    const file = renamed(parsed(), 7);
    expect(shape(graphOf(file))).toEqual(shape(graphOf(parsed())));
    const graph = graphOf(file);
    for (const { query_id, prediction_id, source_evidence_ids } of file.annotations) {
      for (const id of [query_id, prediction_id, ...(source_evidence_ids as string[])]) {
        expect(graph.variables.has(id as string)).toBe(true);
      }
    }
  });
});

describe("misleading categories", () => {
  it("E18 every step gets the category of another kind of step, and nothing else changes", () => {
    const [before, after] = [graphOf(parsed()), graphOf(mislabelled(parsed()))];
    for (const operation of before.operations.values()) {
      const made = after.operations.get(operation.id);
      expect(made?.category === undefined).toBe(operation.category === undefined);
      if (operation.category !== undefined)
        expect(stepKindOf(made)).not.toBe(stepKindOf(operation));
      expect({ ...made, category: "" }).toEqual({ ...operation, category: "" });
    }
    expect([...after.variables.values()]).toEqual([...before.variables.values()]);
  });
});

describe("leaving out an unrelated message", () => {
  it("E12 the option removes no message of a case, and removes only values made from the removed message alone", () => {
    fc.assert(
      fc.property(seeds, fc.nat(9), (seed, run) => {
        const [before, file] = [graphOf(parsed()), withoutMessage(parsed(), seed, run)];
        const after = graphOf(file ?? parsed());
        const gone = [...before.variables.keys()].filter((id) => !after.variables.has(id));
        const number = gone.find((id) => /^m\d+@1$/.test(id))?.match(/\d+/)?.[0];
        expect(number).toBeDefined();
        expect(number).not.toBe("10");
        expect(new Set(gone)).toEqual(
          new Set([`m${number}@1`, `facts-${number}@1`, `unit-${number}@1`]),
        );
        const steps = [...before.operations.keys()].filter((id) => !after.operations.has(id));
        expect(new Set(steps)).toEqual(new Set([`extract-${number}`, `store-${number}`]));
      }),
      { numRuns: 20 },
    );
  });

  it("E12 the option removes no message if every message belongs to a case", () => {
    const file = parsed();
    const ids = file.nodes.map((node) => node.full_node_id);
    const annotations = file.annotations.map((a) => ({ ...a, source_evidence_ids: ids }));
    expect(withoutMessage({ ...file, annotations }, 1, 0)).toBeUndefined();
  });
});

describe("removing the names of units", () => {
  it("E13 no unit has a second version, and links, values and everything else stay", () => {
    const file = parsed();
    const again = {
      ...file.nodes.find((node) => node.full_node_id === "unit-10@1"),
      ...{ version: 2, value: "Ana sold the vase.", node_id: "unit-10@2" },
      full_node_id: "unit-10@2",
    };
    const several = { ...file, nodes: [...file.nodes, again] };
    const [before, after] = [graphOf(several), graphOf(withoutUnitNames(several, 3))];
    const units = [...after.variables.values()].filter((v) => v.category === "memory");
    expect(new Set(units.map((unit) => unit.fullName)).size).toBe(units.length);
    expect(units.every((unit) => unit.version === 1)).toBe(true);
    const values = (graph: EvolutionGraph) => [...graph.variables.values()].map((v) => v.value);
    expect(values(after)).toEqual(values(before));
    const ends = (graph: EvolutionGraph) =>
      [...graph.links.values()].map(({ op, from, to }) => [
        op,
        graph.variables.get(from)?.value,
        graph.variables.get(to)?.value,
      ]);
    expect(ends(after)).toEqual(ends(before));
  });
});

const WORDS = "Ana keeps the tall red vase from a small workshop in Porto on the upper shelf.";

/**
 * Returns a trace of one message, two units with the same text, and one prompt that no step wrote.
 */
function withUnits(text: string, extra: Json = {}): TraceJson {
  const node = (id: string, value: string) => ({ full_node_id: id, value });
  const edge = (from: string, to: string) => ({
    source_full_node_id: from,
    target_full_node_id: to,
  });
  return {
    top: {},
    nodes: [node("m@1", text), node("u@1", text), node("w@1", `so: ${text}`)],
    edges: [edge("m@1", "u@1"), edge("u@1", "w@1")],
    operations: [],
    sessions: [],
    annotations: [{ golden_answers: ["red"], ...extra }],
  };
}

const rewording = { share: 0.5, keepAnswer: false, seed: 1 };
const valuesOf = (file: TraceJson) => file.nodes.map((node) => String(node.value));

describe("rewording", () => {
  it("E5 texts from outside stay, and the same seed gives the same new words", () => {
    fc.assert(
      fc.property(seeds, fc.double({ min: 0, max: 1, noNaN: true }), (seed, share) => {
        const file = withUnits(WORDS);
        const made = rewordTrace(file, { share, keepAnswer: false, seed });
        expect(valuesOf(made)[0]).toBe(WORDS);
        expect(made).toEqual(rewordTrace(file, { share, keepAnswer: false, seed }));
      }),
    );
  });

  it("E5 equal texts stay equal after the rewording", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const [, unit = "", copy = ""] = valuesOf(
          rewordTrace(withUnits(`One. ${WORDS}`), { ...rewording, seed }),
        );
        // The word before the copied text differs, so the first copied word may differ too.
        expect(copy.split(" ").slice(2)).toEqual(unit.split(" ").slice(1));
      }),
    );
  });

  it("E5 the option replaces about the requested share of words: all with 1, none with 0", () => {
    const letter = (n: number) => "abcdefghijklmnopqrst"[n % 20];
    const words = Array.from(
      { length: 400 },
      (_, i) => `word${letter(i)}${letter(Math.floor(i / 20))}`,
    );
    const changed = (share: number) => {
      const made = rewordTrace(withUnits(words.join(" ")), { ...rewording, share });
      const after = valuesOf(made)[1]?.split(" ") ?? [];
      return words.filter((word, i) => word !== after[i]);
    };
    expect(changed(0)).toHaveLength(0);
    expect(changed(1)).toHaveLength(400);
    expect(changed(0.3).length).toBeGreaterThan(80);
    expect(changed(0.3).length).toBeLessThan(160);
  });

  it("E5 the option keeps JSON keys, numbers and escapes", () => {
    const json = JSON.stringify({ content: "One\nTwo", at: "2024-05-06T09:00:00" });
    const [, unit = ""] = valuesOf(rewordTrace(withUnits(json), { ...rewording, share: 1 }));
    const read = JSON.parse(unit) as Record<string, string>;
    expect(Object.keys(read)).toEqual(["content", "at"]);
    expect(read.content).toMatch(/^(?!One)\w+\n(?!Two)\w+$/);
    expect(read.at).toMatch(/^2024-05-06.*09:00:00$/);
  });

  it("E6 --keep-answer keeps the words of expected answers, and times if an answer is a time", () => {
    const all = { share: 1, seed: 3 };
    const unit = (keepAnswer: boolean, extra: Json = {}) =>
      valuesOf(
        rewordTrace(withUnits(`${WORDS} She got it last week.`, extra), { ...all, keepAnswer }),
      )[1];
    expect(unit(true)).toMatch(/\bred\b/);
    expect(unit(true)).not.toMatch(/vase|last week/);
    expect(unit(false)).not.toMatch(/\bred\b/);
    expect(unit(true, { golden_answers: ["5 May 2024"] })).toMatch(/last week/);
  });
});
