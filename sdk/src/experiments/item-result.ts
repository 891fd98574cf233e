import { cut, encode, isObject } from "../core/encode.ts";
import type { Judgement } from "../core/options.ts";
import { MAX_TEXT_CHARS } from "../core/wire.ts";
import type {
  ExperimentItem,
  ExperimentOptions,
  JudgedAnswer,
  Undecided,
} from "./experiment-options.ts";
import type { ItemResult } from "./experiment-results.ts";
import { matches } from "./matches.ts";

/**
 * Asks the pipeline for an answer, then judges the answer. If the pipeline or the judge throws, the
 * result contains the error.
 */
export async function resultOf(
  item: ExperimentItem,
  { run, judge = judgeByWords }: Pick<ExperimentOptions, "run" | "judge">,
  graph: string | null,
): Promise<ItemResult> {
  const started = performance.now();
  const base = () => ({
    ...{ item: item.id, graph },
    milliseconds: Math.round(performance.now() - started),
  });
  let answer: unknown;
  try {
    answer = await run(item);
  } catch (error) {
    return { ...base(), error: short(error) };
  }
  if (answer === undefined || answer === null)
    return { ...base(), error: "The pipeline gave no answer: return it as a text." };
  const prediction = encode(answer);
  const result = { ...base(), answer: cut(prediction, MAX_TEXT_CHARS) };
  const { question: query, expected, metadata } = item;
  const evidence = Array.isArray(metadata.evidence) ? { evidence: metadata.evidence } : {};
  try {
    const judged = await judge({ query, prediction, expected, ...evidence, item });
    if (judged === undefined) return result;
    const { score, reason = null } = isObject(judged)
      ? (judged as Judgement | Undecided)
      : { score: judged };
    const why = { reason: reason && cut(reason, MAX_TEXT_CHARS) };
    if (score === null) return { ...result, ...why };
    const from0To1 = Number(score);
    if (!(from0To1 >= 0 && from0To1 <= 1))
      return { ...result, error: `The judge gave ${score}; give a number from 0 to 1.` };
    return { ...result, score: from0To1, ...why };
  } catch (error) {
    return { ...result, error: `The judge failed: ${short(error)}` };
  }
}

function judgeByWords({ prediction, expected }: JudgedAnswer): boolean | undefined {
  return expected.length > 0 ? matches(prediction, expected) : undefined;
}

export const short = (error: unknown) =>
  cut(error instanceof Error ? String(error) : encode(error), 2_000);
