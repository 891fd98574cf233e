/** What took a variable's place: the next version of its name, or a variable under another name. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { executionOrder, writerOf } from "../history/execution-order.ts";
import type { Operation, Variable } from "../model.ts";
import { type MemoryUnits, memoryUnits } from "./memory-units.ts";
import { saysItReplaces } from "./record-categories.ts";
import { shapesOf } from "./structural-signatures.ts";

/** What took the variable's place first; undefined for the last version. */
export function nextVersion(graph: EvolutionGraph, id: string): Variable | undefined {
  const variable = graph.variables.get(id);
  if (variable === undefined) return undefined;
  return versionAfter(graph, variable) ?? replacementsOf(graph, id)[0];
}

/** The variables that replaced this one in place, as recorded or, without unit names, as inferred. */
export function replacementsOf(graph: EvolutionGraph, id: string): readonly Variable[] {
  const inferred = graph.derived(inferredReplacements).get(id);
  return graph.derived(recordedReplacements).get(id) ?? (inferred === undefined ? [] : [inferred]);
}

function recordedReplacements({ rows, variables }: EvolutionGraph): Map<string, Variable[]> {
  const { mutates } = rows.table.variables;
  const replaced = new Map<string, Variable[]>();
  for (const row of rows.variables) {
    if (mutates.at(row) < 0) continue;
    const before = rows.variableId(mutates.at(row));
    const after = variables.get(rows.variableId(row));
    if (after === undefined) continue;
    const others = replaced.get(before);
    if (others === undefined) replaced.set(before, [after]);
    else others.push(after);
  }
  return replaced;
}

/** Binary search, because a name may have very many versions. */
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

/** Whether a unit of the graph has several versions: then its name tells what took its place. */
export function namesComeAgain(graph: EvolutionGraph, { isUnit }: MemoryUnits): boolean {
  return [...graph.variables.values()].some((v) => v.version > 1 && isUnit(v));
}

/**
 * By unit, the one that took its place, in a graph where no unit has a second version. There a step
 * that reads one unit and writes another replaced it if its category says so, or if only steps of its
 * kind read the units that they read.
 */
function inferredReplacements(graph: EvolutionGraph): ReadonlyMap<string, Variable> {
  const replaced = new Map<string, Variable>();
  const units = memoryUnits(graph);
  // Structure alone tells too little about units to infer more from it.
  if (!units.areNamed || namesComeAgain(graph, units)) return replaced;
  const order = executionOrder(graph);
  const madeAt = (id: string) => order.get(writerOf(graph, id) ?? "") ?? -1;
  const isUnit = (id: string) => {
    const variable = graph.variables.get(id);
    return variable !== undefined && units.isUnit(variable);
  };
  const rewrites: Rewrite[] = [];
  for (const operation of graph.operations.values()) {
    const links = graph.linksOf(operation.id);
    const [before, ...others] = new Set(links.map((link) => link.from).filter(isUnit));
    const [after, ...more] = new Set(links.map((link) => link.to).filter(isUnit));
    if (before === undefined || after === undefined || others.length + more.length > 0) continue;
    const next = graph.variables.get(after);
    // A replaced unit was there before, so no chain of replacements is a circle.
    if (next === undefined || madeAt(before) >= madeAt(after)) continue;
    rewrites.push({ operation, before, next });
  }
  const finishing = finishingKinds(graph, rewrites);
  for (const { operation, before, next } of rewrites) {
    if (saysItReplaces(operation) || finishing.has(shapesOf(graph).ofOperation(operation.id)))
      replaced.set(before, next);
  }
  return replaced;
}

interface Rewrite {
  readonly operation: Operation;
  readonly before: string;
  readonly next: Variable;
}

/** Fewer steps of a kind say nothing of the kind. */
const MIN_STEPS = 3;

/** Kinds of steps that alone read the units that they read: those units are not in the memory any more. */
function finishingKinds(graph: EvolutionGraph, rewrites: readonly Rewrite[]): ReadonlySet<string> {
  const { ofOperation } = shapesOf(graph);
  const kinds = Map.groupBy(rewrites, ({ operation }) => ofOperation(operation.id));
  const isAlone = (kind: string) => (rewrite: Rewrite) =>
    graph.linksFrom(rewrite.before).every((link) => ofOperation(link.op) === kind);
  return new Set(
    [...kinds].flatMap(([kind, steps]) =>
      steps.length >= MIN_STEPS && steps.every(isAlone(kind)) ? [kind] : [],
    ),
  );
}
