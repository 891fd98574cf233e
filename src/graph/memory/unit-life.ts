/**
 * Lists the life of one unit: its versions, and which operations wrote, read and removed each
 * version.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { executionOrder } from "../history/execution-order.ts";
import { versionChain } from "../history/version-chain.ts";
import type { Link, Variable } from "../model.ts";
import { sessionOf } from "./memory-units.ts";
import { variableLinks } from "./variable-links.ts";

/** One version, with the operations that used it, in execution order. */
export interface LifeStep {
  readonly variable: Variable;
  readonly writtenBy: readonly string[];
  /** Ids of the operations that read the version, including searches that returned it. */
  readonly readBy: readonly string[];
  readonly removedBy: readonly string[];
  /** Ids of the sessions in which operations wrote, read or removed the version. */
  readonly sessions: readonly string[];
}

/**
 * Returns all versions of the unit, oldest first. If the first version replaced a variable of
 * another name, the versions of that name come first. Returns an empty list if the name is unknown.
 */
export function lifeOf(graph: EvolutionGraph, fullName: string): Variable[] {
  const versions = graph.versionsOf(fullName);
  const first = versions[0];
  const chain = first === undefined ? [] : versionChain(graph, first);
  // Keep only versions of other names, because versions of this name are in `versions` already. In
  // a wrong graph, versions can replace each other in a circle. Then the chain also contains
  // versions of this name after `first`.
  const earlier = chain.filter((variable) => variable.fullName !== fullName);
  return [...earlier, ...versions];
}

export function lifeStep(graph: EvolutionGraph, variable: Variable): LifeStep {
  const { writes, returns, reads, removals } = variableLinks(graph, variable);
  const sessions = [...writes, ...returns, ...reads, ...removals].flatMap(
    (link) => sessionOf(graph, link) ?? [],
  );
  return {
    variable,
    writtenBy: operationsOf(graph, writes),
    readBy: operationsOf(graph, [...returns, ...reads]),
    removedBy: operationsOf(graph, removals),
    sessions: [
      ...new Set(variable.session === undefined ? sessions : [variable.session, ...sessions]),
    ],
  };
}

function operationsOf(graph: EvolutionGraph, links: readonly Link[]): string[] {
  const order = executionOrder(graph);
  const operations = [...new Set(links.map((link) => link.op))];
  return operations.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
}
