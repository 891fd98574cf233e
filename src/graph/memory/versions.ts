/** Finds what replaced a variable: the next version of its name, or a variable of another name. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { executionOrder, writerOf } from "../history/execution-order.ts";
import { costOf, type InTurns, RecordCount } from "../in-turns.ts";
import type { Operation, Variable } from "../model.ts";
import { type MemoryUnits, memoryUnitsInTurns } from "./memory-units.ts";
import { saysItRemoves, saysItReplaces } from "./record-categories.ts";
import { shapesInTurns, shapesOf } from "./structural-signatures.ts";

/** Returns the first variable that replaced this variable; undefined if none did. */
export function nextVersion(graph: EvolutionGraph, id: string): Variable | undefined {
  const variable = graph.variables.get(id);
  if (variable === undefined) return undefined;
  return versionAfter(graph, variable) ?? replacementsOf(graph, id)[0];
}

/**
 * Returns the variables that replaced this variable. A variable records in `mutates` which variable
 * it replaced. The two can have different names. If no variable records that it replaced this
 * variable, `inferredReplacements` can infer a replacement. It infers nothing if any unit has a
 * second version, because such a graph records its replacements.
 */
export function replacementsOf(graph: EvolutionGraph, id: string): readonly Variable[] {
  return replacementRows(graph, graph.rowOf(id)).map((row) => graph.variableAt(row));
}

/** Like `replacementsOf`, but takes and returns rows, which is faster for very many variables. */
export function replacementRows(graph: EvolutionGraph, row: number): readonly number[] {
  return (
    graph.derivedAtOnce(recordedReplacements).get(row) ??
    graph.derivedAtOnce(inferredReplacements).get(row) ??
    NO_ROWS
  );
}

const NO_ROWS: readonly number[] = [];

/** Prepares the whole graph once, so that each call of `replacementsOf` is fast. */
export function* deriveReplacements(graph: EvolutionGraph): InTurns<void> {
  yield* graph.derivedInTurns(recordedReplacements);
  yield* graph.derivedInTurns(inferredReplacements);
}

function* recordedReplacements({ rows }: EvolutionGraph): InTurns<Map<number, number[]>> {
  const { mutates } = rows.table.variables;
  const replaced = new Map<number, number[]>();
  const records = new RecordCount();
  for (const row of rows.variables) {
    if (records.isDue()) yield records.cost / 10;
    const before = mutates.at(row);
    if (before < 0) continue;
    const others = replaced.get(before);
    if (others === undefined) replaced.set(before, [row]);
    else others.push(row);
  }
  return replaced;
}

/** Uses binary search, because some names have very many versions. */
function versionAfter(graph: EvolutionGraph, { fullName, version }: Variable) {
  const versions = graph.versionsOf(fullName);
  let [from, end] = [0, versions.length];
  while (from < end) {
    const middle = (from + end) >> 1;
    if ((versions[middle]?.version ?? 0) > version) end = middle;
    else from = middle + 1;
  }
  return versions[from];
}

/**
 * Whether any unit has a second version. Such a graph records each replacement as a new version of
 * a unit, so no replacements have to be inferred.
 */
export function namesComeAgain({ rows }: EvolutionGraph, { isUnitRow }: MemoryUnits): boolean {
  const { version } = rows.table.variables;
  return rows.variables.some((row) => version.at(row) > 1 && isUnitRow(row));
}

/**
 * Infers which unit replaced which. This is needed only if all units have a single version. An
 * operation replaced a unit if it read exactly one unit and wrote exactly one other, newer unit. In
 * addition, its category must say that it replaces a unit, such as `update`, or its kind must be
 * one of `finishingKinds`.
 */
function* inferredReplacements(
  graph: EvolutionGraph,
): InTurns<ReadonlyMap<number, readonly number[]>> {
  const { rows } = graph;
  const replaced = new Map<number, readonly number[]>();
  const units = yield* memoryUnitsInTurns(graph);
  // If no label says which variables are units, the units are only guesses. Replacements that are
  // inferred from guessed units would be too uncertain.
  if (!units.areNamed || namesComeAgain(graph, units)) return replaced;
  yield* shapesInTurns(graph);
  const order = executionOrder(graph);
  yield costOf(order.size);
  const madeAt = (id: string) => order.get(writerOf(graph, id) ?? "") ?? -1;
  const { from, to } = rows.table.links;
  const rewrites: Rewrite[] = [];
  for (const row of rows.operations) {
    const links = rows.linksOf.of(row);
    yield costOf(1 + links.length);
    const read = onlyUnit(links, from, units);
    const written = read < 0 ? -1 : onlyUnit(links, to, units);
    if (written < 0) continue;
    const [before, next] = [graph.variableAt(read).id, graph.variableAt(written)];
    const operation = graph.operations.get(rows.operationId(row));
    // The unit that the operation wrote replaces the unit that it read only if the written unit is
    // newer. Otherwise, A could replace B, and B could replace A.
    if (operation === undefined || madeAt(before) >= madeAt(next.id)) continue;
    if (onlyRemoves(graph, { op: operation.id, before, next: next.id })) continue;
    rewrites.push({ operation, before, next });
  }
  yield costOf(rewrites.length);
  const finishing = finishingKinds(graph, rewrites);
  for (const { operation, before, next } of rewrites) {
    if (saysItReplaces(operation) || finishing.has(shapesOf(graph).ofOperation(operation.id)))
      replaced.set(rows.findVariable(before), [rows.findVariable(next.id)]);
  }
  return replaced;
}

/**
 * Whether the operation removed the unit `before` and made the unit `next` from other values. Then
 * the category of a link from `before` names a removal, and no link leads from `before` to `next`.
 */
function onlyRemoves(
  graph: EvolutionGraph,
  { op, before, next }: { readonly op: string; readonly before: string; readonly next: string },
): boolean {
  const links = graph.linksOf(op).filter(({ from }) => from === before);
  return (
    links.some(({ category }) => saysItRemoves(category) === true) &&
    links.every(({ to }) => to !== next)
  );
}

/**
 * Looks at one end of each link: at the start if `ends` has the starts, and otherwise at the end.
 * If exactly one unit is there, returns its row. Otherwise, returns -1.
 */
function onlyUnit(
  links: Uint32Array,
  ends: { at(link: number): number },
  { isUnitRow }: MemoryUnits,
): number {
  let unit = -1;
  for (const link of links) {
    const row = ends.at(link);
    if (row === unit || !isUnitRow(row)) continue;
    if (unit >= 0) return -1;
    unit = row;
  }
  return unit;
}

interface Rewrite {
  readonly operation: Operation;
  readonly before: string;
  readonly next: Variable;
}

/**
 * Minimum number of operations of a kind. Fewer operations do not show how operations of the kind
 * usually behave.
 */
const MIN_STEPS = 3;

/**
 * Returns the kinds of operations that probably replace the unit that they read. After such an
 * operation, nobody should use the old unit. So a kind is returned only if the units that its
 * operations read are not read by operations of any other kind.
 */
function finishingKinds(graph: EvolutionGraph, rewrites: readonly Rewrite[]): ReadonlySet<string> {
  const { ofOperation } = shapesOf(graph);
  const kinds = Map.groupBy(rewrites, ({ operation }) => ofOperation(operation.id));
  // Very many operations can replace one unit, so its readers are cached.
  const readers = new Map<string, ReadonlySet<string>>();
  const kindsReading = (unit: string) => {
    const known =
      readers.get(unit) ?? new Set(graph.linksFrom(unit).map(({ op }) => ofOperation(op)));
    readers.set(unit, known);
    return known;
  };
  const isAlone = (kind: string) => (rewrite: Rewrite) => {
    const found = kindsReading(rewrite.before);
    return found.size === 0 || (found.size === 1 && found.has(kind));
  };
  return new Set(
    [...kinds].flatMap(([kind, steps]) =>
      steps.length >= MIN_STEPS && steps.every(isAlone(kind)) ? [kind] : [],
    ),
  );
}
