/**
 * Decides which variables are memory units. If the classes or categories of this graph name units,
 * these labels decide. Otherwise, a variable is a unit if one session wrote it and another session
 * used it, or if it replaced another value in place. All variables of the same kind are then units
 * too. Two variables are of the same kind if their labels are equal and their names differ only in
 * ids.
 */
import { contentStems } from "../../text/words.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import { executionOrder } from "../history/execution-order.ts";
import { type InTurns, RecordCount } from "../in-turns.ts";
import type { Link, Variable } from "../model.ts";
import { passedOnRows, readsQuestion } from "./passed-on.ts";
import { kindOf, kindsByRow, saysItRemoves } from "./record-categories.ts";
import { shapesOf } from "./structural-signatures.ts";

export interface MemoryUnits {
  readonly isUnit: (variable: Variable) => boolean;
  /** In contrast to `isUnit`, also true for tombstones: values that replace a removed unit. */
  readonly isVersionOfUnit: (variable: Variable) => boolean;
  readonly isUnitRow: (row: number) => boolean;
  readonly isVersionRow: (row: number) => boolean;
  /**
   * True if categories or classes of variables say which variables are units. False if the
   * structure of the graph says it.
   */
  readonly areNamed: boolean;
}

export function memoryUnits(graph: EvolutionGraph): MemoryUnits {
  return graph.derivedAtOnce(findUnits);
}

export function memoryUnitsInTurns(graph: EvolutionGraph): InTurns<MemoryUnits> {
  return graph.derivedInTurns(findUnits);
}

function* findUnits(graph: EvolutionGraph): InTurns<MemoryUnits> {
  const { rows } = graph;
  const { names, variables } = rows.table;
  const named = yield* namedUnits(graph);
  const isVersionOfUnit =
    named === undefined
      ? yield* unitsByStructure(graph)
      : ({ fullName }: Variable) => named.has(names.find(fullName));
  const isVersion = new Uint8Array(variables.size);
  const records = new RecordCount();
  for (const row of rows.variables) {
    if (records.isDue()) yield named === undefined ? records.cost : records.cost / 10;
    const isNamed = named?.has(variables.fullName.at(row));
    if (isNamed ?? isVersionOfUnit(graph.variableAt(row))) isVersion[row] = 1;
  }
  const kindAt = kindsByRow(graph);
  const isUnitRow = (row: number) => isVersion[row] === 1 && kindAt(row) !== "tombstone";
  return {
    isUnit: (variable) => {
      const row = graph.rowOf(variable);
      if (row >= 0) return isUnitRow(row);
      return kindOf(variable) !== "tombstone" && isVersionOfUnit(variable);
    },
    isVersionOfUnit,
    isUnitRow,
    isVersionRow: (row) => isVersion[row] === 1,
    areNamed: named !== undefined,
  };
}

/**
 * Returns the indexes of the full names of units. A name belongs to a unit if a label names one of
 * its versions a unit, or if one of its versions replaced such a unit in place. Returns undefined
 * if no label names a unit.
 */
function* namedUnits(graph: EvolutionGraph): InTurns<ReadonlySet<number> | undefined> {
  const { rows } = graph;
  const { variables } = rows.table;
  const kindAt = kindsByRow(graph);
  const labelled: number[] = [];
  const replacedBy = new Map<number, number[]>();
  const records = new RecordCount();
  for (const row of rows.variables) {
    if (records.isDue()) yield records.cost / 10;
    const name = variables.fullName.at(row);
    if (kindAt(row) === "memory") labelled.push(row);
    const replaced = variables.mutates.at(row);
    if (replaced < 0 || variables.fullName.at(replaced) === name) continue;
    const before = variables.fullName.at(replaced);
    const names = replacedBy.get(before);
    if (names === undefined) replacedBy.set(before, [name]);
    else names.push(name);
  }
  const passedOn = yield* passedOnRows(graph, labelled);
  const units = new Set(
    labelled.filter((row) => !passedOn.has(row)).map((row) => variables.fullName.at(row)),
  );
  // The replacement of a unit can itself be replaced later. So this loop also visits the names that
  // it adds to `units`.
  for (const unit of units) for (const name of replacedBy.get(unit) ?? []) units.add(name);
  return units.size === 0 ? undefined : units;
}

export interface QuestionSteps {
  /**
   * Ids of the operations that searched the memory for the question, and of the operation that
   * answered it.
   */
  readonly readers: readonly string[];
  /** Position in the execution order of the earliest operation in `readers`. */
  readonly askedAt: number;
}

/**
 * Finds the memory units for one question. If the graph labels any values as units, only the labels
 * decide, except if the question was answered only from views (see `readsOnlyViews`). Otherwise, a
 * value counts as a unit if it was written before the question, and an operation for the question
 * used it. All other written values of the same kind (see `structural-signatures.ts`) or with the
 * same labels are units too.
 */
export function unitsReadFor(graph: EvolutionGraph, question: QuestionSteps): MemoryUnits {
  const units = memoryUnits(graph);
  if (units.areNamed && !readsOnlyViews(graph, question, units)) return units;
  const isUnit = writtenBeforeAndRead(graph, question);
  const isUnitRow = (row: number) => isUnit(graph.variableAt(row));
  return {
    ...{ isUnit, isVersionOfUnit: isUnit, isUnitRow, isVersionRow: isUnitRow },
    areNamed: false,
  };
}

/**
 * Whether the question was answered only from views of the memory. A view is a value that a step
 * made from units before the question, such as a digest of the week. No step for the question read
 * or returned a unit, and none searched and found nothing. So the views are what can reach the
 * answer.
 */
function readsOnlyViews(
  graph: EvolutionGraph,
  { readers, askedAt }: QuestionSteps,
  { isUnit }: MemoryUnits,
): boolean {
  const order = executionOrder(graph);
  const isUnitId = (id: string) => {
    const variable = graph.variables.get(id);
    return variable !== undefined && isUnit(variable);
  };
  const links = readers.flatMap((op) => graph.linksOf(op));
  if (links.some(({ from, to }) => isUnitId(from) || isUnitId(to))) return false;
  if (readers.some((op) => readsOnlyQuestion(graph, op))) return false;
  const views = links
    .flatMap(({ from }) => graph.linksTo(from))
    .filter(({ op }) => (order.get(op) ?? 0) < askedAt);
  const byMaker = [...Map.groupBy(views, ({ op }) => op)];
  return (
    byMaker.length > 0 &&
    byMaker.every(
      ([op, made]) => !readsQuestion(graph, op) && areMadeFromUnits(graph, op, made, isUnit),
    )
  );
}

/** Whether each view has a word of the units that its maker read. An index, for example, has none. */
function areMadeFromUnits(
  graph: EvolutionGraph,
  maker: string,
  views: readonly Link[],
  isUnit: MemoryUnits["isUnit"],
): boolean {
  const units = graph.endsOf(maker).inputs.filter(isUnit);
  const words = new Set(units.flatMap(({ value }) => contentStems(value)));
  return [...new Set(views.map(({ to }) => to))].every((view) =>
    contentStems(graph.variables.get(view)?.value ?? "").some((word) => words.has(word)),
  );
}

function readsOnlyQuestion(graph: EvolutionGraph, op: string): boolean {
  const { inputs } = graph.endsOf(op);
  return inputs.length > 0 && inputs.every((input) => kindOf(input) === "query");
}

function writtenBeforeAndRead(
  graph: EvolutionGraph,
  { readers, askedAt }: QuestionSteps,
): (variable: Variable) => boolean {
  const order = executionOrder(graph);
  const shapes = shapesOf(graph);
  const isPast = ({ op }: Link) => (order.get(op) ?? 0) < askedAt;
  const kept = new Set<string>();
  const labels = new Set<string>();
  const links = readers.flatMap((op) => graph.linksOf(op));
  for (const end of new Set(links.flatMap(({ from, to }) => [from, to]))) {
    const variable = graph.variables.get(end);
    if (variable === undefined || !graph.linksTo(end).some(isPast)) continue;
    kept.add(shapes.ofVariable(variable));
    const labelled = labelOf(variable);
    if (labelled !== undefined) labels.add(labelled);
  }
  const isWritten = (variable: Variable) => graph.linksTo(variable).length > 0;
  const isKept = (variable: Variable) =>
    kept.has(shapes.ofVariable(variable)) || labels.has(labelOf(variable) ?? "");
  if (kept.size > 0) return (v) => isKept(v) && isWritten(v);
  // The operations for the question used no value that was written before the question. So find the
  // units in another way. A value counts as a unit if three things are true: it has no label, an
  // operation wrote it before the question, and before the question it was only removed, or used to
  // make its own next version. The record of a removal is no unit.
  const removes = ({ category }: Link) => saysItRemoves(category) === true;
  return (v) =>
    kindOf(v) === undefined &&
    graph.linksTo(v).some((link) => isPast(link) && !removes(link)) &&
    graph.linksFrom(v).every((link) => {
      const isNext = graph.variables.get(link.to)?.fullName === v.fullName;
      return !isPast(link) || isNext || removes(link);
    });
}

/**
 * Returns the labels of the variable as one text. Units with different names, such as the pages of
 * a wiki, have the same labels. Returns undefined if there are none or if they name another kind.
 */
function labelOf(variable: Variable): string | undefined {
  const { category = "", className = "" } = variable;
  const isLabelled = category !== "" || className !== "";
  return isLabelled && kindOf(variable) === undefined
    ? JSON.stringify([category, className])
    : undefined;
}

/**
 * Matches an id in a name: digits, or groups of hexadecimal digits that are joined by hyphens. One
 * of the first 37 characters must be a digit. Without this limit, long names without digits would
 * be slow, because the search for a digit would read the rest of the name again after each hyphen.
 */
const ID = /\b(?=[a-f-]{0,36}\d)[\da-f]+(?:-[\da-f]+)*\b|\d+/gi;
/**
 * Matches a name that is a digest of the value. Such a name changes when the value changes, so it
 * does not identify a unit.
 */
const CONTENT_NAME = /^\w+:[\da-f]{16,}$/i;

function* unitsByStructure(graph: EvolutionGraph): InTurns<(variable: Variable) => boolean> {
  const kept = new Set<string>();
  const records = new RecordCount();
  for (const variable of graph.variables.values()) {
    if (records.isDue()) yield records.cost;
    if (yield* outlives(graph, variable)) kept.add(formOf(variable));
  }
  return (variable) => kept.has(formOf(variable));
}

function* outlives(graph: EvolutionGraph, variable: Variable): InTurns<boolean> {
  if (variable.mutates !== undefined) return true;
  if (CONTENT_NAME.test(variable.name)) return false;
  const [writes, reads] = [graph.linksTo(variable), graph.linksFrom(variable)];
  const [first] = writes;
  if (first === undefined || reads.length === 0) return false;
  // If the links belong to different sessions, the value outlives a session, so it is in the
  // memory.
  const session = sessionOf(graph, first);
  const records = new RecordCount();
  for (const links of [reads, writes]) {
    for (const link of links) {
      if (records.isDue()) yield records.cost;
      if (sessionOf(graph, link) !== session) return true;
    }
  }
  return false;
}

/**
 * Returns the labels and the name of a variable as one text. Ids in the name are replaced, so the
 * text is the same for all variables of one kind.
 */
function formOf({ category, className, name }: Variable): string {
  return JSON.stringify([category, className, name.replaceAll(ID, "#")]);
}

export function sessionOf(graph: EvolutionGraph, link: Link): string | undefined {
  return graph.operations.get(link.op)?.session ?? link.session;
}
