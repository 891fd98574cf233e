import type { EvolutionGraph } from "../../graph/evolution-graph.ts";

/**
 * Maximum number of characters of all values in one export. A graph can have far more characters
 * than the client sent. For example, the client sends a small change of a long text, and the export
 * contains the whole changed text.
 */
export const MAX_EXPORTED_CHARS = 128 * 1024 * 1024;

export function valueChars({ rows }: EvolutionGraph): number {
  let chars = 0;
  for (const row of rows.variables) chars += Math.max(0, rows.values.chars(row));
  return chars;
}
