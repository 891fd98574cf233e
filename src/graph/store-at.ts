/** The memory store at any moment: which units existed, with which value; and the life of one unit. */
import type { EvolutionGraph } from "./evolution-graph.ts";
import { isRemoval, memoryUnits, sessionOf } from "./memory-units.ts";
import type { Link, Variable } from "./model.ts";
import { versionChain } from "./version-chain.ts";

/**
 * The units that the store held at the moment (inclusive, milliseconds since the epoch), each as
 * the version that held then, in the order in which their names came up. A unit is gone from the
 * moment that it was removed or emptied until it is written again.
 */
export function storeAt(graph: EvolutionGraph, moment: number): Variable[] {
  const isUnit = memoryUnits(graph);
  const latest = new Map<string, Variable>();
  const replaced = new Set<string>();
  for (const variable of graph.variables.values()) {
    if (variable.at > moment || !isUnit(variable)) continue;
    const known = latest.get(variable.fullName);
    if (known === undefined || known.version < variable.version) {
      latest.set(variable.fullName, variable);
    }
    if (variable.mutates !== undefined) replaced.add(variable.mutates);
  }
  return [...latest.values()].filter(
    (unit) =>
      unit.value.trim() !== "" && !replaced.has(unit.id) && !isRemovedAt(graph, unit, moment),
  );
}

/** A unit that is written again with the value it had is the same version: the last event counts. */
function isRemovedAt(graph: EvolutionGraph, unit: Variable, moment: number): boolean {
  const lastOf = (links: readonly Link[]) =>
    links.reduce((last, { at }) => (at <= moment ? Math.max(last, at) : last), unit.at);
  const removals = graph.linksFrom(unit.id).filter((link) => isRemoval(graph, link));
  if (!removals.some((link) => link.at <= moment)) return false;
  return lastOf(graph.linksTo(unit.id)) <= lastOf(removals);
}

/** One version in the life of a unit. Operations and sessions are ids. */
export interface LineageStep {
  readonly variable: Variable;
  readonly writtenBy: readonly string[];
  readonly readBy: readonly string[];
  readonly removedBy: readonly string[];
  /** Sessions in which it was written, read or removed. */
  readonly sessions: readonly string[];
}

/**
 * The life of what the name stands for, oldest first: its versions, after those under another name
 * that the first of them replaced in place. Empty for an unknown name.
 */
export function lineageOf(graph: EvolutionGraph, fullName: string): LineageStep[] {
  const versions = graph.versionsOf(fullName);
  const first = versions[0];
  const chain = first === undefined ? [] : versionChain(graph, first);
  // Versions that were numbered against time may have replaced each other in a circle.
  const earlier = chain.filter((variable) => variable.fullName !== fullName);
  return [...earlier, ...versions].map((variable) => stepOf(graph, variable));
}

function stepOf(graph: EvolutionGraph, variable: Variable): LineageStep {
  const writes = graph.linksTo(variable.id);
  const leaving = graph.linksFrom(variable.id);
  const removals = leaving.filter((link) => isRemoval(graph, link));
  const reads = leaving.filter((link) => !removals.includes(link));
  const sessions = [...writes, ...leaving].flatMap((link) => sessionOf(graph, link) ?? []);
  return {
    variable,
    writtenBy: operationsOf(writes),
    readBy: operationsOf(reads),
    removedBy: operationsOf(removals),
    sessions: [
      ...new Set(variable.session === undefined ? sessions : [variable.session, ...sessions]),
    ],
  };
}

function operationsOf(links: readonly Link[]): string[] {
  return [...new Set(links.map((link) => link.op))];
}
