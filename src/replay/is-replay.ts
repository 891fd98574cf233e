/**
 * Recognises graphs that contain the trace of a replay. Replays are experiments: no user received
 * their answers.
 */
import type { GraphHeader } from "../graph/model.ts";

/** Returns the id of the replayed case. Undefined if the graph is not a replay. */
export function replayOf({ metadata }: Pick<GraphHeader, "metadata">): string | undefined {
  const replayed = metadata?.replayOf;
  return typeof replayed === "string" ? replayed : undefined;
}
