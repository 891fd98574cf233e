/**
 * Recognises tombstones that have no label. A tombstone is a value that an operation wrote when it
 * removed a unit.
 */
import { contentStems } from "../../text/words.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Variable } from "../model.ts";
import type { MemoryUnits } from "./memory-units.ts";
import { kindOf } from "./record-categories.ts";

const MAX_MARK_CHARS = 40;

/**
 * Whether `mark` is a tombstone of the unit. A tombstone is short and has no word of the unit. Only
 * units lead to it, and no operation reads it.
 */
export function isUnnamedTombstone(
  graph: EvolutionGraph,
  unit: Variable,
  mark: Variable,
  units: MemoryUnits,
): boolean {
  const known = graph.derived(knownMarks);
  let marks = known.get(units);
  if (marks === undefined) {
    marks = new Marks(graph, units);
    known.set(units, marks);
  }
  return marks.isMark(mark) && units.isUnit(unit) && !marks.repeats(mark, unit);
}

const knownMarks = (_: EvolutionGraph) => new WeakMap<MemoryUnits, Marks>();

/**
 * Caches the results of two tests. `isMark` tests whether a value looks like a tombstone. `repeats`
 * tests whether a value contains a word of the unit: such a value is no tombstone of the unit. Very
 * many links can lead from units to the same value. Testing for each link again would take long.
 */
class Marks {
  readonly #graph: EvolutionGraph;
  readonly #units: MemoryUnits;
  readonly #isMark = new Map<string, boolean>();
  readonly #repeats = new Map<string, Map<string, boolean>>();

  constructor(graph: EvolutionGraph, units: MemoryUnits) {
    this.#graph = graph;
    this.#units = units;
  }

  isMark(variable: Variable): boolean {
    let isMark = this.#isMark.get(variable.id);
    if (isMark === undefined) {
      isMark = this.#findWhetherMark(variable);
      this.#isMark.set(variable.id, isMark);
    }
    return isMark;
  }

  #findWhetherMark(variable: Variable): boolean {
    const graph = this.#graph;
    const { isUnit } = this.#units;
    if (kindOf(variable) !== undefined || graph.linksFrom(variable).length > 0) return false;
    // Check the length first, because reading the text can decompress a block, which is slow.
    const { rows } = graph;
    if (rows.values.chars(rows.findVariable(variable.id)) > MAX_MARK_CHARS) return false;
    if (isUnit(variable)) return false;
    return graph.linksTo(variable).every(({ from }) => {
      const source = graph.variables.get(from);
      return source !== undefined && isUnit(source);
    });
  }

  repeats(mark: Variable, unit: Variable): boolean {
    let repeats = this.#repeats.get(unit.id);
    if (repeats === undefined) {
      repeats = new Map();
      this.#repeats.set(unit.id, repeats);
    }
    if (!repeats.has(mark.id)) this.#compare(unit, mark, repeats);
    return repeats.get(mark.id) ?? false;
  }

  /**
   * Compares the unit not only with `mark`, but with all its possible tombstones. So the unit's
   * value is read only once.
   */
  #compare(unit: Variable, mark: Variable, repeats: Map<string, boolean>): void {
    const { variables } = this.#graph;
    const stems = new Set(contentStems(unit.value));
    const linked = this.#graph.linksFrom(unit).flatMap(({ to }) => variables.get(to) ?? []);
    for (const each of [mark, ...linked]) {
      if (repeats.has(each.id) || !this.isMark(each)) continue;
      repeats.set(
        each.id,
        contentStems(each.value).some((stem) => stems.has(stem)),
      );
    }
  }
}
