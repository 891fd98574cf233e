/** Cheap look at one event: whether the graph has to be searched for judged answers after it. */
import type { TraceEvent } from "../protocol/events.ts";

/** A wrong answer is a case; a right one counts for the prompts that were in use. */
export function tellsOfJudgement(event: TraceEvent): boolean {
  if (event.type === "verdict") return true;
  return event.type === "variable" && event.class === "judge_score";
}
