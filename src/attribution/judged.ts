/** Answers to the tracer's one question by somebody who understands the text: a model, not its words. */
import type { Need } from "./needs.ts";

/** Whether a text still states a detail. */
export type Judgement = "yes" | "partly" | "no";

/** What was answered about the text and the detail; undefined where nobody was asked. */
export type Judged = (text: string, need: Need) => Judgement | undefined;

/** The share of the detail that counts as carried after an answer. */
export const JUDGED_SHARE: Readonly<Record<Judgement, number>> = { yes: 1, partly: 0.5, no: 0 };
