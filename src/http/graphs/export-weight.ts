/** How much one export of a graph would write. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";

/** Characters of the values of one export. Changes of a long text are few, and their values many. */
export const MAX_EXPORTED_CHARS = 128 * 1024 * 1024;

/** Characters of all values of the graph. */
export function valueChars({ rows }: EvolutionGraph): number {
  let chars = 0;
  for (const row of rows.variables) chars += Math.max(0, rows.values.chars(row));
  return chars;
}
