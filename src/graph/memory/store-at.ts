/** The memory store at any moment: which units existed, with which value; and the life of one unit. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { versionChain } from "../history/version-chain.ts";
import type { Link, Variable } from "../model.ts";
import { isMarker, isRemoval, memoryUnits, sessionOf } from "./memory-units.ts";

const NEVER = Number.NEGATIVE_INFINITY;

/**
 * The units that the store held at the moment (inclusive, milliseconds since the epoch), each as
 * the version that held then, in the order in which their names came up. A unit is gone from the
 * moment that it was removed, emptied or replaced under another name until it is written again.
 */
export function storeAt(graph: EvolutionGraph, moment: number): Variable[] {
  const { values } = graph.rows;
  const isUnit = memoryUnits(graph);
  const latest = new Map<string, Variable>();
  const replaced = new Map<string, number>();
  for (const variable of graph.variables.values()) {
    const { at, fullName, mutates, version } = variable;
    if (at > moment) continue;
    if (mutates !== undefined) replaced.set(mutates, Math.max(at, replaced.get(mutates) ?? at));
    const known = latest.get(fullName);
    // A marker under the unit's own name takes the place of its last version.
    if (known === undefined ? !isUnit(variable) : !isUnit(variable) && !isMarker(variable))
      continue;
    if (known === undefined || known.version < version) latest.set(fullName, variable);
  }
  const again = recordedAgain(graph, moment);
  return [...latest.values()].filter((unit) => {
    if (isMarker(unit) || values.isBlank(graph.rows.findVariable(unit.id))) return false;
    const gone = Math.max(replaced.get(unit.id) ?? NEVER, removedAt(graph, unit, moment));
    if (gone === NEVER) return true;
    // A clock that runs behind makes no removal undone.
    const goneAt = Math.max(gone, unit.at);
    const written = again.get(graph.rows.findVariable(unit.id)) ?? unit.at;
    const isRewritten = ({ at }: Link) => at <= moment && at > goneAt;
    return written > goneAt || graph.linksTo(unit.id).some(isRewritten);
  });
}

/** When values were last recorded again with the text that they had, by row of their variable. */
function recordedAgain({ rows }: EvolutionGraph, moment: number): ReadonlyMap<number, number> {
  const { rowAgain, again } = rows.table;
  const last = new Map<number, number>();
  for (let i = 0; i < again.size && again.at(i) <= moment; i++)
    last.set(rowAgain.at(i), again.at(i));
  return last;
}

function removedAt(graph: EvolutionGraph, unit: Variable, moment: number): number {
  return graph
    .linksFrom(unit.id)
    .filter((link) => link.at <= moment && isRemoval(graph, link))
    .reduce((last, { at }) => Math.max(last, at), NEVER);
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
export function lineageOf(graph: EvolutionGraph, fullName: string): Variable[] {
  const versions = graph.versionsOf(fullName);
  const first = versions[0];
  const chain = first === undefined ? [] : versionChain(graph, first);
  // Versions that were numbered against time may have replaced each other in a circle.
  const earlier = chain.filter((variable) => variable.fullName !== fullName);
  return [...earlier, ...versions];
}

export function lineageStep(graph: EvolutionGraph, variable: Variable): LineageStep {
  const writes = graph.linksTo(variable.id);
  const leaving = graph.linksFrom(variable.id);
  const { removals = [], reads = [] } = Object.groupBy(leaving, (link) =>
    isRemoval(graph, link) ? "removals" : "reads",
  );
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
