import type { JudgedAnswer } from "../experiments/experiment-options.ts";

/**
 * This judge is generous, like the judges of published LoCoMo results. A stricter judge's scores
 * could not be compared with the published scores.
 */
const LOCOMO = `Be generous: the answer is right if it means the same as an expected answer, in any words and at any length, also inside a longer text. A time is right if it is the same day, month or period as the expected one, in any form: "last Tuesday" is right if that is the expected date. The answer is wrong if it states something else, or lacks what was asked for.`;

/** For items without a known benchmark. */
const GENERAL = `The answer is right if it states an expected answer, in any words and at any length. It is wrong if it states something else, or lacks a part of what was asked for.`;

const NOT_ANSWERABLE = `The question cannot be answered from what the assistant was told. The answer is right if it says that: that the information is missing or incomplete, or that something else was said but not this. It is wrong if it answers the question all the same. The expected text explains why there is no answer.`;

const COMPLETE = `The answer is right if it states the expected answer, means the same, or holds all the steps that lead to it. It is wrong if it holds only a part of what the expected answer requires.`;

const LONGMEMEVAL: Readonly<Record<string, string>> = {
  "single-session-user": COMPLETE,
  "single-session-assistant": COMPLETE,
  "multi-session": COMPLETE,
  "temporal-reasoning": `${COMPLETE} Forgive a difference of one in a number of days, weeks or months: 18 days instead of 19 is right.`,
  "knowledge-update": `The expected answer is the newest state. The answer is right if it states it, also if it names an earlier state beside it. It is wrong if the newest state is missing, or an earlier one is given as current.`,
  "single-session-preference": `The expected text describes what a good personal answer takes into account. The answer is right if it recalls and uses the user's own information correctly. It need not mention every point of the description.`,
};

/** Fields of an item's metadata that determine the instruction. */
export interface JudgedKind {
  readonly benchmark?: unknown;
  readonly category?: unknown;
  readonly unanswerable?: unknown;
}

/** The fields of an answer that a judge reads. An experiment's `JudgedAnswer` has them all. */
export type JudgedText = Pick<JudgedAnswer, "query" | "prediction" | "expected"> & {
  readonly item?: { readonly metadata?: JudgedKind };
};

/** Returns the rule that tells the judge when an answer is right. */
export function judgeInstruction({ benchmark, category, unanswerable }: JudgedKind): string {
  if (unanswerable === true) return NOT_ANSWERABLE;
  if (benchmark === "locomo") return LOCOMO;
  if (benchmark !== "longmemeval") return GENERAL;
  const kind = String(category);
  return Object.hasOwn(LONGMEMEVAL, kind) ? String(LONGMEMEVAL[kind]) : COMPLETE;
}
