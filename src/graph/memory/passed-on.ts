/**
 * Finds labels that sound like units but are not. For example, an extraction may call its output
 * "facts", but another step then writes these facts into the memory under another label. The output
 * itself never was in the memory, so no search can return it.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { type InTurns, RecordCount } from "../in-turns.ts";
import type { Link, Variable } from "../model.ts";
import { OperationRecord } from "../records.ts";
import { kindOf, kindsByRow, stepRemoves, type VariableKind } from "./record-categories.ts";
import { areOutputsRead } from "./used-outputs.ts";

/**
 * A label can name a unit although the values with this label were never in the memory. Operations
 * only made other values from them, and these became the units. Returns the rows in `named` with
 * such a false label. A label is false if three things are true for its values:
 * - Each value has only one version.
 * - Each way from the values leads only into the memory (see `Passing.wayOf`).
 * - At least one way reaches a unit with another label.
 *
 * @param named rows of the variables whose label names a unit
 */
export function* passedOnRows(
  graph: EvolutionGraph,
  named: readonly number[],
): InTurns<ReadonlySet<number>> {
  const byLabel = Map.groupBy(named, (row) => labelOf(graph, row));
  const passedOn = new Set<number>();
  const passing = new Passing(graph, named);
  const records = new RecordCount();
  const left = new Set(byLabel.keys());
  for (const [label, rows] of byLabel) {
    let isReached = false;
    let isPassedOn = true;
    for (const row of rows) {
      if (!isPassedOn) break;
      if (records.isDue()) yield records.cost;
      const variable = graph.variableAt(row);
      const ways = graph.linksFrom(variable).map((link) => passing.wayOf(link, label));
      isReached ||= ways.includes("unlabelled") || (left.size > 1 && ways.includes("unit"));
      isPassedOn = isOnlyVersion(graph, variable) && !ways.includes("elsewhere");
    }
    if (!isPassedOn || !isReached) continue;
    left.delete(label);
    for (const row of rows) passedOn.add(row);
  }
  return passedOn;
}

/**
 * Where a link leads: to a unit with another label, to a value that must be a unit although no label
 * says so (see `#isKeptInPlace`), only to values that helped to write units, or elsewhere.
 */
type Way = "unit" | "unlabelled" | "helpers" | "elsewhere";

/** Follows the links from values with one label towards units with another label. */
class Passing {
  readonly #graph: EvolutionGraph;
  readonly #units: ReadonlySet<number>;
  /** Names of the operations that wrote units. */
  readonly #writers = new Set<string>();
  /** Known results of `readsQuestion`, by the ids of operations. */
  readonly #readQuestion = new Map<string, boolean>();
  #keptInPlace: ReadonlySet<string> | undefined;
  /** Known results of `wayOf`: by label, and then by the ids of the link's operation and target. */
  readonly #ways = new Map<string, Map<string, Way>>();

  constructor(graph: EvolutionGraph, named: readonly number[]) {
    this.#graph = graph;
    this.#units = new Set(named);
    for (const row of named)
      for (const link of graph.rows.linksTo.of(row))
        this.#writers.add(operationName(graph, graph.rows.table.links.op.at(link)));
  }

  /**
   * Follows the link to units with another label. The way can go through values that only help to
   * write these units, for example a plan or a list of similar units. It can also end at such a
   * value. The way leads elsewhere if it reaches one of these:
   * - an answer or a context
   * - an output of an operation that read a question
   * - a unit with the same label
   */
  wayOf(link: Link, label: string, depth = 0): Way {
    const { to } = link;
    const row = this.#graph.rowOf(to);
    if (this.#units.has(row)) return labelOf(this.#graph, row) === label ? "elsewhere" : "unit";
    if (this.#readsQuestion(link.op)) return "elsewhere";
    if (this.#isKeptInPlace(to)) return "unlabelled";
    const ways = this.#ways.get(label) ?? new Map<string, Way>();
    this.#ways.set(label, ways);
    // The key has the operation, because two operations can write the same value, and only one of
    // them may remove a unit.
    const key = `${link.op} ${to}`;
    const known = ways.get(key);
    if (known !== undefined) return known;
    // A way that comes back to this value must not change the result.
    ways.set(key, "helpers");
    const way = depth < MAX_HELPERS ? this.#wayOver(link, label, depth) : "elsewhere";
    ways.set(key, way);
    return way;
  }

  #readsQuestion(op: string): boolean {
    const known = this.#readQuestion.get(op) ?? readsQuestion(this.#graph, op);
    this.#readQuestion.set(op, known);
    return known;
  }

  /**
   * Whether the value has a label of unknown meaning, and a step replaced a value with this label in
   * place. So the memory keeps such values, for example profile cards.
   */
  #isKeptInPlace(id: string): boolean {
    const { rows } = this.#graph;
    const { className, category } = rows.table.variables;
    const kindAt = kindsByRow(this.#graph);
    this.#keptInPlace ??= new Set(
      [...rows.variables]
        .filter(
          (row) => kindAt(row) === undefined && (className.at(row) >= 0 || category.at(row) >= 0),
        )
        .filter((row) => isReplacement(this.#graph, this.#graph.variableAt(row)))
        .map((row) => labelOf(this.#graph, row)),
    );
    const row = this.#graph.rowOf(id);
    return row >= 0 && this.#keptInPlace.has(labelOf(this.#graph, row));
  }

  #wayOver(link: Link, label: string, depth: number): Way {
    const next = this.#graph.variables.get(link.to);
    if (next === undefined || !MAY_HELP.has(kindOf(next))) return "elsewhere";
    const links = this.#graph.linksFrom(next);
    if (links.length === 0) return this.#isHelper(link, next, label) ? "helpers" : "elsewhere";
    let found: Way = "helpers";
    for (const onward of links) {
      const way = this.wayOf(onward, label, depth + 1);
      if (way === "elsewhere") return way;
      if (way !== "helpers") found = way;
    }
    return found;
  }

  /**
   * Whether a value that no operation read is a by-product of writing the memory, such as a plan.
   * This is true if `op` removed a unit with a label other than `label` and wrote the value as the
   * record of this. It is also true if operations with the name of `op` wrote units, or wrote
   * values of this kind that some operation read.
   */
  #isHelper({ op }: Link, value: Variable, label: string): boolean {
    if (this.#removesOther(op, value, label)) return true;
    const name = this.#graph.operations.get(op)?.name;
    return (
      (name !== undefined && this.#writers.has(name)) || areOutputsRead(this.#graph, op, value)
    );
  }

  #removesOther(op: string, value: Variable, label: string): boolean {
    const isOtherUnit = (row: number) =>
      this.#units.has(row) && labelOf(this.#graph, row) !== label;
    return this.#graph
      .linksTo(value)
      .some(
        (link) =>
          link.op === op &&
          isOtherUnit(this.#graph.rowOf(link.from)) &&
          stepRemoves(this.#graph, link) === true,
      );
  }
}

/** The kinds of values that can help to write units. */
const MAY_HELP: ReadonlySet<VariableKind | undefined> = new Set([
  ...[undefined, "other" as const, "tombstone" as const],
]);
/** Maximum number of helping values on one way. */
const MAX_HELPERS = 16;

/** Whether the operation read a question, so that its outputs belong to an answer. */
export function readsQuestion(graph: EvolutionGraph, op: string): boolean {
  return graph.linksOf(op).some(({ from }) => {
    const input = graph.variables.get(from);
    return input !== undefined && kindOf(input) === "query";
  });
}

function operationName(graph: EvolutionGraph, row: number): string {
  return new OperationRecord(graph.rows, row).name;
}

function isOnlyVersion(graph: EvolutionGraph, { fullName, mutates }: Variable): boolean {
  return mutates === undefined && graph.versionsOf(fullName).length === 1;
}

/** Whether a step made this value from the version before, or replaced another value by it. */
function isReplacement(graph: EvolutionGraph, variable: Variable): boolean {
  if (variable.mutates !== undefined) return true;
  if (variable.version < 2) return false;
  return graph
    .linksTo(variable)
    .some(({ from }) => graph.variables.get(from)?.fullName === variable.fullName);
}

function labelOf({ rows }: EvolutionGraph, row: number): string {
  const { variables } = rows.table;
  return `${variables.className.at(row)} ${variables.category.at(row)}`;
}
