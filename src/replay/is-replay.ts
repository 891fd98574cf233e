/**
 * Recognises graphs that replays were traced into. They are experiments: no answer in them was
 * given to a user.
 */
import type { GraphHeader } from "../graph/model.ts";

/** Id of the case that the graph is a replay of. */
export function replayOf({ metadata }: Pick<GraphHeader, "metadata">): string | undefined {
  const replayed = metadata?.replayOf;
  return typeof replayed === "string" ? replayed : undefined;
}
