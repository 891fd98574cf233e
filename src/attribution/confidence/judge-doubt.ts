/**
 * Finds a sign that the given answer may be wrong although it has all words of the expected answer.
 * A comparison of words cannot tell which of the answer's statements answers the question.
 */
import { languageOf } from "../../text/languages/language-of.ts";
import { wordsOf } from "../../text/words.ts";
import type { About } from "../flow/trace-context.ts";
import { hasFigure, hasNoName, type Need } from "../needs/need.ts";
import { statedWrongWords } from "./answer-source.ts";
import type { VerdictDoubt } from "./retrieval-doubt.ts";

/**
 * Maximum confidence of a JudgeError if the given answer has a second name. 0 of 2 such verdicts
 * were right, on traces that testers wrote by hand.
 */
const MOST_IF_OTHER_NAME = 0.7;

export function judgeDoubts(about: About): VerdictDoubt[] {
  const name = otherName(about);
  if (name === undefined) return [];
  const note = `The given answer has all words of the expected answer, but also names “${name}”. If “${name}” is its answer to the question, the judge was right.`;
  return [{ factor: 1, most: MOST_IF_OTHER_NAME, note }];
}

/**
 * If the expected answer is only names, returns another name that the given answer has before them:
 * "Lasse, who took over after Theo". A message must have this name inside a text, and the question
 * must not have it. Returns undefined for answers in German, which writes every noun with a capital
 * letter.
 */
function otherName({ failed, roles, needs: { needs } }: About): string | undefined {
  if (!needs.every(isName) || languageOf(failed.prediction) === "de") return undefined;
  const wanted = new Set(needs.flatMap(({ core }) => core.map(({ stem }) => stem)));
  const words = wordsOf(failed.prediction);
  const wrong = new Set(statedWrongWords({ failed }));
  return words
    .slice(
      0,
      Math.max(
        0,
        words.findIndex(({ stem }) => wanted.has(stem)),
      ),
    )
    .map(({ text, stem }) => (wrong.has(stem) && /^\p{Lu}/u.test(text) ? text : undefined))
    .find((name) => name && roles.messages.some(({ value }) => value.includes(` ${name}`)));
}

const isName = (need: Need) => need.days === undefined && !hasFigure(need) && !hasNoName(need);
