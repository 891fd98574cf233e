import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Link, Variable } from "../model.ts";
import { LinkRecord } from "../records.ts";
import { memoryUnits } from "./memory-units.ts";
import { kindOf, kindsByRow, saysItRemoves } from "./record-categories.ts";
import { isUnnamedTombstone } from "./unnamed-tombstones.ts";
import { areOutputsRead } from "./used-outputs.ts";

type Edge = Pick<Link, "op" | "from" | "to" | "category">;

/**
 * Whether the link shows that its source was removed from the memory. This is true in two cases:
 * - The link leads to a tombstone, which is a value that replaces a removed unit.
 * - The labels of the link or of its operation name a removal. No operation reads the target of the
 *   link, and the target is neither a unit nor another version of the source.
 *
 * In the second case, the labels can be wrong. They are ignored if the target is empty, another
 * operation of the same name wrote a value of the same kind, and some operation read that value.
 */
export function isRemoval(graph: EvolutionGraph, link: Edge, units = memoryUnits(graph)): boolean {
  const [source, target] = [graph.variables.get(link.from), graph.variables.get(link.to)];
  if (source === undefined || target === undefined) return false;
  if (kindOf(target) === "tombstone") return true;
  if (source.fullName === target.fullName || target.mutates === source.id) return false;
  const isEnd = graph.linksFrom(target).length === 0 && !units.isUnit(target);
  const isLabelled =
    isEnd &&
    stepRemoves(graph, link) === true &&
    !(isEmptied(graph, target) && areOutputsRead(graph, link.op, target));
  return isLabelled || isUnnamedTombstone(graph, source, target, units);
}

/** Like `isRemoval`, but fast for very many links. */
export function isRemovalRow(
  graph: EvolutionGraph,
  link: number,
  units = memoryUnits(graph),
): boolean {
  const { rows } = graph;
  const { links } = rows.table;
  const target = links.to.at(link);
  if (kindsByRow(graph)(target) === "tombstone") return true;
  // No operation reads the target of a removal. So if an operation reads this target, the link is
  // no removal.
  if (rows.linksFrom.of(target).length > 0) return false;
  return isRemoval(graph, new LinkRecord(rows, link), units);
}

/**
 * Whether the labels say that the operation removes something. The categories of the link and of
 * the operation decide. The operation's name counts only if no category names a kind of operation.
 */
export function stepRemoves(
  graph: EvolutionGraph,
  { op, category }: Pick<Link, "op" | "category">,
): boolean | undefined {
  const operation = graph.operations.get(op);
  const said = [saysItRemoves(category), saysItRemoves(operation?.category)];
  if (said.includes(true)) return true;
  return said.includes(false) ? false : saysItRemoves(operation?.name);
}

const EMPTY = /^["']?\s*(?:null|None|undefined|\[\s*\]|\{\s*\})?\s*["']?$/;
/** A longer value is not compared with the empty values of JSON and Python. */
const MAX_EMPTY_CHARS = 40;

/** Whether the value is blank, or is an empty value in JSON or Python, such as `null` or `[]`. */
export function isEmptied(graph: EvolutionGraph, { id }: Pick<Variable, "id">): boolean {
  return isEmptiedRow(graph, graph.rows.findVariable(id));
}

export function isEmptiedRow({ rows }: EvolutionGraph, row: number): boolean {
  if (rows.values.chars(row) > MAX_EMPTY_CHARS) return rows.values.isBlank(row);
  return EMPTY.test(rows.values.read(row).trim());
}
