import type { EvolutionGraph } from "../../graph/evolution-graph.ts";

/**
 * Maximum number of characters of all values in one export. Even if a client sent little data, a
 * graph can have more characters. For example, each small change of a long text is a further long
 * value in the export.
 */
export const MAX_EXPORTED_CHARS = 128 * 1024 * 1024;

export function valueChars({ rows }: EvolutionGraph): number {
  let chars = 0;
  for (const row of rows.variables) chars += Math.max(0, rows.values.chars(row));
  return chars;
}
