/**
 * Finds labels that sound like units but are not. For example, an extraction may call its output
 * "facts", but another step then writes these facts into the memory under another label. The output
 * itself never was in the memory, so no search can return it.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { type InTurns, RecordCount } from "../in-turns.ts";
import type { Variable } from "../model.ts";

/**
 * A label can name a unit although the values with this label were never in the memory. Operations
 * only made other values from them, and these became the units. Returns the rows in `named` with
 * such a false label. A label is false if three things are true for its values:
 * - Each value has only one version.
 * - All links from the values lead to values in `named` with other labels.
 * - At least one value has such a link.
 *
 * @param named rows of the variables whose label names a unit
 */
export function* passedOnRows(
  graph: EvolutionGraph,
  named: readonly number[],
): InTurns<ReadonlySet<number>> {
  const byLabel = Map.groupBy(named, (row) => labelOf(graph, row));
  const passedOn = new Set<number>();
  if (byLabel.size < 2) return passedOn;
  const units = new Set(named);
  const records = new RecordCount();
  const left = new Set(byLabel.keys());
  for (const [label, rows] of byLabel) {
    let isRead = false;
    let isPassedOn = left.size > 1;
    for (const row of rows) {
      if (!isPassedOn) break;
      if (records.isDue()) yield records.cost;
      const variable = graph.variableAt(row);
      const links = graph.linksFrom(variable);
      isRead ||= links.length > 0;
      isPassedOn =
        isOnlyVersion(graph, variable) &&
        links.every(({ to }) => {
          const next = graph.rowOf(to);
          return units.has(next) && labelOf(graph, next) !== label;
        });
    }
    if (!isPassedOn || !isRead) continue;
    left.delete(label);
    for (const row of rows) passedOn.add(row);
  }
  return passedOn;
}

function isOnlyVersion(graph: EvolutionGraph, { fullName, mutates }: Variable): boolean {
  return mutates === undefined && graph.versionsOf(fullName).length === 1;
}

function labelOf({ rows }: EvolutionGraph, row: number): string {
  const { variables } = rows.table;
  return `${variables.className.at(row)} ${variables.category.at(row)}`;
}
