/** Takes parts of a graph: around operations, around variables, or by a filter. */

import type { GraphRows } from "../build/graph-rows.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import { GraphPart, type Subgraph } from "./graph-part.ts";
import { DEFAULT_CATEGORY, type RecordFilter, rowFilter } from "./record-filter.ts";

export function emptySubgraph({ rows }: EvolutionGraph): Subgraph {
  return new GraphPart(rows);
}

export function wholeGraph({ rows }: EvolutionGraph): Subgraph {
  const whole = new GraphPart(rows);
  for (const row of rows.variables) whole.variables.addRow(row);
  for (const row of rows.links) whole.links.addRow(row);
  for (const row of rows.operations) whole.operations.addRow(row);
  return whole;
}

/**
 * Returns the variables with these ids, the links between these variables, and the operations of
 * these links. Ignores unknown ids.
 */
export function inducedSubgraph({ rows }: EvolutionGraph, ids: Iterable<string>): Subgraph {
  const part = new GraphPart(rows);
  for (const id of ids) {
    const row = rows.findVariable(id);
    if (row >= 0) part.variables.addRow(row);
  }
  const { to } = rows.table.links;
  for (const variable of part.variables.rows) {
    for (const link of rows.linksFrom.of(variable)) {
      if (part.variables.hasRow(to.at(link))) part.addLink(link);
    }
  }
  return part;
}

/** Returns these operations, the links that they own, and the variables of these links. */
export function subgraphOfOperations(
  { rows }: EvolutionGraph,
  operations: Iterable<string>,
): Subgraph {
  const part = new GraphPart(rows);
  for (const id of operations) addAll(part, rows.linksOf.of(rows.findOperation(id)));
  return part;
}

export function subgraphAround({ rows }: EvolutionGraph, variable: string): Subgraph {
  const part = new GraphPart(rows);
  const row = rows.findVariable(variable);
  if (row < 0) return part;
  part.variables.addRow(row);
  addAll(part, rows.linksTo.of(row));
  addAll(part, rows.linksFrom.of(row));
  return part;
}

/**
 * Divides the links that lead to the variable by their category. Each part contains the links of
 * one category, with the operations and variables of these links.
 */
export function operationSubgraphs(
  { rows }: EvolutionGraph,
  variable: string,
): { readonly category: string; readonly part: Subgraph }[] {
  return writersOf(rows, rows.findVariable(variable));
}

/**
 * Returns, as one part, the operations that wrote the children of this variable. A child is the
 * target of a link from the variable.
 */
export function writersOfChildren({ rows }: EvolutionGraph, variable: string): Subgraph {
  const part = new GraphPart(rows);
  for (const child of childrenOf(rows, variable)) addAll(part, rows.linksTo.of(child));
  return part;
}

/**
 * Returns the parts that `operationSubgraphs` gives for each child of this variable, in one list. A
 * child is the target of a link from the variable.
 */
export function childSubgraphs({ rows }: EvolutionGraph, variable: string): Subgraph[] {
  return [...childrenOf(rows, variable)].flatMap((child) =>
    writersOf(rows, child).map(({ part }) => part),
  );
}

function writersOf(rows: GraphRows, variable: number) {
  const { labels, links } = rows.table;
  const byCategory = Map.groupBy(
    rows.linksTo.of(variable),
    (link) => labels.at(links.category.at(link)) ?? DEFAULT_CATEGORY.link,
  );
  return Array.from(byCategory, ([category, written]) => {
    const part = new GraphPart(rows);
    addAll(part, written);
    return { category, part };
  });
}

function childrenOf(rows: GraphRows, variable: string): Set<number> {
  const { to } = rows.table.links;
  const leaving = rows.linksFrom.of(rows.findVariable(variable));
  return new Set(Array.from(leaving, (link) => to.at(link)));
}

function addAll(part: GraphPart, links: Iterable<number>): void {
  for (const link of links) part.addLinkWithEnds(link);
}

/**
 * Returns the variables of the part that pass the filter, and the links between these variables. If
 * `outside` is true, returns the variables that do not pass the filter, and the links between them.
 */
export function filterSubgraph(
  { rows }: EvolutionGraph,
  part: Subgraph,
  filter: RecordFilter & { readonly outside?: boolean },
): Subgraph {
  const passes = rowFilter(rows, "variable", filter) ?? (() => true);
  const kept = new GraphPart(rows);
  for (const row of part.variables.rows) {
    if (passes(row) !== (filter.outside ?? false)) kept.variables.addRow(row);
  }
  const { from, to } = rows.table.links;
  for (const link of part.links.rows) {
    const isInside = kept.variables.hasRow(from.at(link)) && kept.variables.hasRow(to.at(link));
    if (isInside) kept.addLink(link);
  }
  return kept;
}

/** Returns the variables at which no link of the part ends. */
export function rootsOf({ rows }: EvolutionGraph, part: Subgraph): Subgraph["variables"] {
  const { to } = rows.table.links;
  return variablesOutside(rows, part, (link) => to.at(link));
}

/** Returns the variables at which no link of the part starts. */
export function leavesOf({ rows }: EvolutionGraph, part: Subgraph): Subgraph["variables"] {
  const { from } = rows.table.links;
  return variablesOutside(rows, part, (link) => from.at(link));
}

function variablesOutside(rows: GraphRows, part: Subgraph, endOf: (link: number) => number) {
  const ends = new GraphPart(rows).variables;
  for (const link of part.links.rows) ends.addRow(endOf(link));
  const others = new GraphPart(rows).variables;
  for (const row of part.variables.rows) if (!ends.hasRow(row)) others.addRow(row);
  return others;
}

/** Returns undefined if the part has no variables. */
export function timeRangeOf(
  { rows }: EvolutionGraph,
  part: Subgraph,
): { readonly from: number; readonly to: number } | undefined {
  if (part.variables.size === 0) return undefined;
  const { at } = rows.table.variables;
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of part.variables.rows) {
    from = Math.min(from, at.at(row));
    to = Math.max(to, at.at(row));
  }
  return { from, to };
}
