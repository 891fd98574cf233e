import type { EvolutionGraph } from "../../graph/evolution-graph.ts";

/**
 * Maximum number of characters of all values in one export. Even a graph that was sent in few bytes
 * can have more: each small change of a long text gives another long value.
 */
export const MAX_EXPORTED_CHARS = 128 * 1024 * 1024;

export function valueChars({ rows }: EvolutionGraph): number {
  let chars = 0;
  for (const row of rows.variables) chars += Math.max(0, rows.values.chars(row));
  return chars;
}
