/**
 * Computes structural signatures. Two records with equal signatures are of the same kind, even if
 * their labels mean nothing to us. The signature of a variable is its labels and its name without
 * counters and digests. The signature of an operation is its name and the signatures of its
 * variables. A label counts only if it occurs several times: in several operations, or in variables
 * with different names.
 */
import { noneOf } from "../columns/columns.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import { type InTurns, RecordCount } from "../in-turns.ts";
import type { Variable } from "../model.ts";
import { OperationRecord } from "../records.ts";

export interface Shapes {
  readonly ofVariable: (variable: Variable) => string;
  readonly ofRow: (row: number) => string;
  readonly ofOperation: (operation: string) => string;
  /** Whether no operation wrote the variable and many operations read it, like a prompt. */
  readonly isStanding: (variable: Variable) => boolean;
}

/** Minimum number of operations that read a prompt. */
const PROMPT_USES = 4;

export function shapesOf(graph: EvolutionGraph): Shapes {
  return graph.derivedAtOnce(build);
}

export function shapesInTurns(graph: EvolutionGraph): InTurns<Shapes> {
  return graph.derivedInTurns(build);
}

function* build(graph: EvolutionGraph): InTurns<Shapes> {
  const recurs = yield* recurringLabels(graph);
  const label = (text: string | undefined) => (text !== undefined && recurs.has(text) ? text : "");
  const { fullName } = graph.rows.table.variables;
  const variables = new Map<number, string>();
  const operations = new Map<string, string>();
  const ofVariable = (variable: Variable) => {
    const key = fullName.at(graph.rowOf(variable));
    const shape =
      variables.get(key) ??
      `${label(variable.category)}/${label(variable.className)}/${nameForm(variable.name)}`;
    variables.set(key, shape);
    return shape;
  };
  const ofRow = (row: number) => {
    const key = fullName.at(row);
    return variables.get(key) ?? ofVariable(graph.variableAt(row));
  };
  const ofOperation = (id: string) => {
    const shape = operations.get(id) ?? operationShape(graph, id, recurs, ofRow);
    operations.set(id, shape);
    return shape;
  };
  const standing = new Map<number, boolean>();
  const isStanding = (variable: Variable) => {
    const row = graph.rowOf(variable);
    const found = standing.get(row) ?? isReadAgain(graph, variable);
    standing.set(row, found);
    return found;
  };
  return { ofVariable, ofRow, ofOperation, isStanding };
}

function isReadAgain(graph: EvolutionGraph, variable: Variable): boolean {
  if (graph.linksTo(variable).length > 0) return false;
  const readers = new Set<string>();
  return graph.linksFrom(variable).some(({ op }) => readers.add(op).size >= PROMPT_USES);
}

/**
 * Returns the labels that occur more than once: in several operations, or in variables with
 * different names. A label is the name of an operation, or the category or class of a variable.
 */
function* recurringLabels({ rows }: EvolutionGraph): InTurns<ReadonlySet<string>> {
  const { labels, operations, variables } = rows.table;
  const bearers = noneOf(labels.size);
  const recurring = new Set<number>();
  const note = (label: number, bearer: number) => {
    if (label < 0) return;
    const first = bearers[label] as number;
    if (first < 0) bearers[label] = bearer;
    else if (first !== bearer) recurring.add(label);
  };
  const records = new RecordCount();
  for (const row of rows.variables) {
    if (records.isDue()) yield records.cost / 10;
    const name = variables.fullName.at(row);
    note(variables.category.at(row), name);
    note(variables.className.at(row), name);
  }
  for (const row of rows.operations) {
    if (records.isDue()) yield records.cost;
    note(labels.find(new OperationRecord(rows, row).name), operations.op.at(row));
  }
  return new Set(Array.from(recurring, (label) => labels.at(label) ?? ""));
}

function operationShape(
  graph: EvolutionGraph,
  id: string,
  recurs: ReadonlySet<string>,
  shapeOf: (row: number) => string,
): string {
  const name = graph.operations.get(id)?.name ?? "";
  const { rows } = graph;
  const { from, to } = rows.table.links;
  const pairs = new Set<string>();
  for (const link of rows.linksOf.of(rows.findOperation(id))) {
    pairs.add(`${shapeOf(from.at(link))}>${shapeOf(to.at(link))}`);
  }
  return `${recurs.has(name) ? name : ""}(${[...pairs].sort().join(",")})`;
}

/**
 * Replaces counters, digests and UUIDs with `#`. Two variables of the same kind can differ in
 * these.
 */
function nameForm(name: string): string {
  return name
    .split(/([^\p{L}\p{N}]+)/u)
    .map((piece) => (/\p{N}/u.test(piece) || /^[a-f]{4,}$/i.test(piece) ? "#" : piece))
    .join("")
    .replace(/#(?:[^\p{L}\p{N}]*#)+/gu, "#");
}
