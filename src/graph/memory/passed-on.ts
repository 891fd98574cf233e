/**
 * Finds labels that sound like units but are not. For example, an extraction may call its output
 * "facts", but another step then writes these facts into the memory under another label. The output
 * itself never was in the memory, so no search can return it.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { type InTurns, RecordCount } from "../in-turns.ts";
import type { Link, Variable } from "../model.ts";
import { OperationRecord } from "../records.ts";
import { kindOf, type VariableKind } from "./record-categories.ts";
import { areOutputsRead } from "./used-outputs.ts";

/**
 * A label can name a unit although the values with this label were never in the memory. Operations
 * only made other values from them, and these became the units. Returns the rows in `named` with
 * such a false label. A label is false if three things are true for its values:
 * - Each value has only one version.
 * - Each way from the values leads only into the memory (see `Passing.leadsOn`).
 * - At least one operation read a value.
 *
 * @param named rows of the variables whose label names a unit
 */
export function* passedOnRows(
  graph: EvolutionGraph,
  named: readonly number[],
): InTurns<ReadonlySet<number>> {
  const byLabel = Map.groupBy(named, (row) => labelOf(graph, row));
  const passedOn = new Set<number>();
  if (byLabel.size < 2) return passedOn;
  const passing = new Passing(graph, named);
  const records = new RecordCount();
  const left = new Set(byLabel.keys());
  for (const [label, rows] of byLabel) {
    let isRead = false;
    let isPassedOn = left.size > 1;
    for (const row of rows) {
      if (!isPassedOn) break;
      if (records.isDue()) yield records.cost;
      const variable = graph.variableAt(row);
      const links = graph.linksFrom(variable);
      isRead ||= links.length > 0;
      isPassedOn =
        isOnlyVersion(graph, variable) && links.every((link) => passing.leadsOn(link, label));
    }
    if (!isPassedOn || !isRead) continue;
    left.delete(label);
    for (const row of rows) passedOn.add(row);
  }
  return passedOn;
}

/** Decides whether a link from a value with one label leads towards units with another label. */
class Passing {
  readonly #graph: EvolutionGraph;
  readonly #units: ReadonlySet<number>;
  /** Names of the operations that wrote units. */
  readonly #writers = new Set<string>();

  constructor(graph: EvolutionGraph, named: readonly number[]) {
    this.#graph = graph;
    this.#units = new Set(named);
    for (const row of named)
      for (const link of graph.rows.linksTo.of(row))
        this.#writers.add(operationName(graph, graph.rows.table.links.op.at(link)));
  }

  /** Whether the value has a unit's label, and this label is not `label`. */
  isOther(id: string, label: string): boolean {
    const row = this.#graph.rowOf(id);
    return this.#units.has(row) && labelOf(this.#graph, row) !== label;
  }

  /**
   * Whether all ways from the link lead to units with another label, through values that only help
   * to write these units: for example, a list of similar units and a plan. A way can also end at
   * such a value. No way leads to an answer or a context without passing through such a unit.
   */
  leadsOn(first: Link, label: string): boolean {
    const open = [first];
    const seen = new Set<string>();
    for (let link = open.pop(); link !== undefined; link = open.pop()) {
      const { op, to } = link;
      if (seen.has(to) || this.isOther(to, label)) continue;
      seen.add(to);
      const next = this.#graph.variables.get(to);
      if (next === undefined || this.#units.has(this.#graph.rowOf(to))) return false;
      if (!MAY_HELP.has(kindOf(next)) || seen.size > MAX_HELPERS) return false;
      const links = this.#graph.linksFrom(next);
      if (links.length === 0 && !this.#isHelper(op, next)) return false;
      open.push(...links);
    }
    return true;
  }

  /**
   * Whether a value that no operation read helped to write units. This is true if operations of the
   * same name wrote units, or wrote values of this kind that some operation read.
   */
  #isHelper(op: string, value: Variable): boolean {
    const name = this.#graph.operations.get(op)?.name;
    return (
      (name !== undefined && this.#writers.has(name)) || areOutputsRead(this.#graph, op, value)
    );
  }
}

/** The kinds of values that can help to write units. */
const MAY_HELP: ReadonlySet<VariableKind | undefined> = new Set([
  ...[undefined, "other" as const, "tombstone" as const],
]);
/** If a value leads to more helping values, it counts as a unit. */
const MAX_HELPERS = 64;

function operationName(graph: EvolutionGraph, row: number): string {
  return new OperationRecord(graph.rows, row).name;
}

function isOnlyVersion(graph: EvolutionGraph, { fullName, mutates }: Variable): boolean {
  return mutates === undefined && graph.versionsOf(fullName).length === 1;
}

function labelOf({ rows }: EvolutionGraph, row: number): string {
  const { variables } = rows.table;
  return `${variables.className.at(row)} ${variables.category.at(row)}`;
}
