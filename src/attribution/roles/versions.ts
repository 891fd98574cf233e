/** What took a variable's place: the next version of its name, or where units have no names, what replaced it. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Operation, Variable } from "../../graph/model.ts";
import { executionOrder } from "./execution-order.ts";
import { kindOf, saysItReplaces } from "./record-categories.ts";
import { shapesOf } from "./structural-signatures.ts";

/** The version after this one; undefined for the last. */
export function nextVersion(graph: EvolutionGraph, id: string): Variable | undefined {
  const variable = graph.variables.get(id);
  if (variable === undefined) return undefined;
  return versionAfter(graph, variable) ?? graph.derived(replacementsIn).get(id);
}

/** Versions are in order; a name may have very many. */
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
 * By unit, the one that took its place. Where no unit of the graph has a second version, their names
 * do not come again; then a step that reads one unit and writes another replaced it, if it says so
 * or if nothing else ever reads what steps of its kind read.
 */
function replacementsIn(graph: EvolutionGraph): ReadonlyMap<string, Variable> {
  const isMemory = (variable: Variable) => kindOf(variable) === "memory";
  return namesComeAgain(graph, isMemory) ? new Map() : replacements(graph);
}

/** Whether a unit of the graph has several versions: then its name tells what took its place. */
export function namesComeAgain(
  graph: EvolutionGraph,
  isMemory: (variable: Variable) => boolean,
): boolean {
  return [...graph.variables.values()].some((v) => v.version > 1 && isMemory(v));
}

function replacements(graph: EvolutionGraph): Map<string, Variable> {
  const replaced = new Map<string, Variable>();
  const order = executionOrder(graph);
  const { creator } = shapesOf(graph);
  const madeAt = (id: string) => order.get(creator(id) ?? "") ?? -1;
  const isUnit = (id: string) => {
    const variable = graph.variables.get(id);
    return variable !== undefined && kindOf(variable) === "memory";
  };
  const rewrites: Rewrite[] = [];
  for (const operation of graph.operations.values()) {
    const links = graph.linksOf(operation.id);
    const [before, ...others] = new Set(links.map((link) => link.from).filter(isUnit));
    const [after, ...more] = new Set(links.map((link) => link.to).filter(isUnit));
    if (before === undefined || after === undefined || others.length + more.length > 0) continue;
    const next = graph.variables.get(after);
    // What is replaced was there before: so no chain of replacements comes back to where it began.
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
