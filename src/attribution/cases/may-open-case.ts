/** Cheap look at one event: whether the graph has to be searched for a wrong answer after it. */
import { PASSING_SCORE, type TraceEvent } from "../../protocol/events/events.ts";

export function mayOpenCase(event: TraceEvent): boolean {
  if (event.type === "verdict") return event.score < PASSING_SCORE;
  return event.type === "variable" && event.class === "judge_score";
}
