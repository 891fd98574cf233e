/**
 * Recognises graphs that contain the trace of a replay. Replays are experiments: no user got their
 * answers.
 */
import type { GraphHeader } from "../graph/model.ts";

/** Id of the case that the graph is a replay of. */
export function replayOf({ metadata }: Pick<GraphHeader, "metadata">): string | undefined {
  const replayed = metadata?.replayOf;
  return typeof replayed === "string" ? replayed : undefined;
}
