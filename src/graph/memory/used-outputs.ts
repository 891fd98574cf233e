/**
 * Finds out whether the outputs of an operation such as `extract` are read by any operation. The
 * answer comes from all operations with this name, because a single output can stay unread.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Variable } from "../model.ts";
import { OperationRecord } from "../records.ts";
import { shapesOf } from "./structural-signatures.ts";

/** Maximum number of operations of one name that are compared. */
const COMPARED = 64;

/**
 * Whether an operation of the same name wrote a value of the same kind as `output`, and some
 * operation read that value. For example, an extraction that found nothing writes `[]`. Nobody
 * reads this empty list, but operations read the lists of facts that other extractions wrote.
 */
export function areOutputsRead(
  graph: EvolutionGraph,
  operation: string,
  output: Variable,
): boolean {
  const name = graph.operations.get(operation)?.name;
  if (name === undefined) return false;
  const { ofVariable } = shapesOf(graph);
  return readOutputs(graph, name).has(ofVariable(output));
}

/**
 * Looks at the values that operations with this name wrote. If an operation has read such a value,
 * the result contains the value's structural signature.
 */
function readOutputs(graph: EvolutionGraph, name: string): ReadonlySet<string> {
  const known = graph.derived(knownOutputs);
  const found = known.get(name);
  if (found !== undefined) return found;
  const { rows } = graph;
  const { ofRow } = shapesOf(graph);
  const kinds = new Set<string>();
  for (const operation of graph.derived(operationsByName).get(name) ?? []) {
    for (const link of rows.linksOf.of(operation)) {
      const output = rows.table.links.to.at(link);
      if (rows.linksFrom.of(output).length > 0) kinds.add(ofRow(output));
    }
  }
  known.set(name, kinds);
  return kinds;
}

const knownOutputs = (_: EvolutionGraph) => new Map<string, ReadonlySet<string>>();

function operationsByName({ rows }: EvolutionGraph): ReadonlyMap<string, readonly number[]> {
  const named = new Map<string, number[]>();
  for (const row of rows.operations) {
    const { name } = new OperationRecord(rows, row);
    const same = named.get(name) ?? [];
    if (same.length < COMPARED) same.push(row);
    named.set(name, same);
  }
  return named;
}
