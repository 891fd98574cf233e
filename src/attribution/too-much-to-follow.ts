/** Tests whether tracing a graph would take longer than a job may take. */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";

/** Maximum number of characters of all values together. All characters of each version count. */
const MAX_CHARS = 64_000_000;
/**
 * A path through a variable begins with one of its incoming links and continues with one of its
 * outgoing links. So a variable with 3 incoming and 4 outgoing links has 12 paths. All variables of
 * a graph together may have at most this number of paths.
 */
const MAX_WAYS = 4_000_000;

export interface Obstacle {
  readonly reason: string;
  readonly remedy: string;
}

/**
 * Returns why the graph is too large to trace; undefined if it is not. This test is fast, because
 * it visits each variable only once.
 */
export function tooMuchToFollow({ rows }: EvolutionGraph): Obstacle | undefined {
  let chars = 0;
  let ways = 0;
  for (const row of rows.variables) {
    chars += Math.max(0, rows.values.chars(row));
    ways += rows.linksTo.of(row).length * rows.linksFrom.of(row).length;
  }
  if (chars > MAX_CHARS) {
    return {
      reason: `The values of this graph have ${chars} characters in total. The tracer follows at most ${MAX_CHARS}.`,
      remedy: "Record a long memory as several units instead of one text.",
    };
  }
  if (ways > MAX_WAYS) {
    return {
      reason: `Some values of this graph have so many incoming and outgoing links that ${ways} paths lead through single values. The tracer follows at most ${MAX_WAYS}.`,
      remedy: "Record each written text as a value of its own.",
    };
  }
  return undefined;
}
