import type { Judgement } from "../../protocol/api/annotation/judge.ts";

export interface JudgeSearch {
  readonly judgement?: Judgement;
}

const JUDGEMENTS: readonly Judgement[] = ["right", "wrong", "unknown"];

/** Ignores an invalid value. */
export function parseJudgeSearch(raw: Record<string, unknown>): JudgeSearch {
  const judgement = JUDGEMENTS.find((each) => each === raw.judgement);
  return judgement === undefined ? {} : { judgement };
}
