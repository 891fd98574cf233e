import { matches } from "../experiments/matches.ts";
import { porterStem } from "./porter-stem.ts";

/** In LoCoMo, this character separates the parts of an answer. */
const PARTS = ",";

/**
 * Compares the answer's words with the words of each expected answer, and returns the best F1 score
 * (0 to 1). Normalises words as LoCoMo does: lower case, without punctuation, articles and “and”,
 * and stemmed. In the category `multi-hop`, commas divide both answers into parts. Each part of the
 * expected answer gets its best F1 score with any part of the given answer. The score of the
 * expected answer is the mean of these scores.
 */
export function tokenF1(
  prediction: string,
  expected: readonly string[],
  category?: string,
): number {
  const score = category === "multi-hop" ? partsF1 : wordsF1;
  return Math.max(0, ...expected.map((answer) => score(prediction, answer)));
}

/**
 * Whether the answer has the same words as an expected answer, in the same order, after
 * normalisation.
 */
export function isExactly(prediction: string, expected: readonly string[]): boolean {
  const given = wordsOf(prediction).join(" ");
  return expected.some((answer) => wordsOf(answer).join(" ") === given && given !== "");
}

/**
 * Whether the answer contains an expected answer as whole words. The default judge of `experiment`.
 */
export function containsAnswer(prediction: string, expected: readonly string[]): boolean {
  return matches(prediction, expected);
}

function partsF1(prediction: string, expected: string): number {
  const given = prediction.split(PARTS);
  const wanted = expected.split(PARTS);
  const best = wanted.map((part) => Math.max(...given.map((each) => wordsF1(each, part))));
  return best.reduce((sum, score) => sum + score, 0) / wanted.length;
}

function wordsF1(prediction: string, expected: string): number {
  const given = wordsOf(prediction).map(porterStem);
  const wanted = wordsOf(expected).map(porterStem);
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of given) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared += 1;
  }
  return shared === 0 ? 0 : (2 * shared) / (given.length + wanted.length);
}

function wordsOf(text: string): string[] {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[!-/:-@[-`{-~]/g, "")
    .replace(/\b(?:a|an|the|and)\b/g, " ")
    .split(/\s+/)
    .filter(Boolean);
}
