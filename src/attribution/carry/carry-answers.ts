/** Answers to the tracer's one question from a model, which understands the text. */
import type { FailedCase } from "../../protocol/api/attribution.ts";
import type { Need } from "../needs/need.ts";

/** Whether a text still states a detail. */
export type Judgement = "yes" | "partly" | "no";

/** The subject of the question: the detail, and the statement that it is part of. */
export type AskedDetail = Pick<Need, "text" | "statement"> & Partial<Pick<Need, "day">>;

/** The answer about the text and the detail; undefined if no model was asked. */
export type Judged = (text: string, detail: AskedDetail) => Judgement | undefined;

/** The share of the detail that counts as carried after an answer. */
export const JUDGED_SHARE: Readonly<Record<Judgement, number>> = { yes: 1, partly: 0.5, no: 0 };

/** The answer that was given, as a detail that a message may state. */
export function givenAnswer({ prediction, query }: FailedCase): AskedDetail {
  return { text: prediction, statement: query };
}

/** The expected answer, as a detail that a message may state. */
export function wantedAnswer({ expected, query }: FailedCase): AskedDetail {
  return { text: expected.join(", "), statement: query };
}
