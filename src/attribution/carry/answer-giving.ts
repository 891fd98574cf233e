/**
 * Estimates how probably a reader of one variable can give the expected answer, or one of its
 * items.
 */
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import type { Sentence } from "../../text/sentences.ts";
import { contentStems } from "../../text/words.ts";
import { type AnswerTest, answerTest } from "../answers/answers.ts";
import { type UnitText, unitText } from "../answers/unit-features.ts";
import { type Effort, SENTENCE } from "../effort.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import type { Need } from "../needs/need.ts";
import { asksFor } from "./subject.ts";

export interface AnswerGiving {
  /**
   * Returns the probability (0 to 1) that a reader of the variable can give `asked.answer`. Returns
   * undefined if there is no answer or if a comparison of words cannot decide. If `person` is set,
   * sentences about other people do not count.
   */
  readonly gives: (
    variable: Variable,
    asked: Pick<Need, "answer" | "person">,
  ) => number | undefined;
  /**
   * Whether `gives` and `givesText` can test this answer. Both compare words. For some answers,
   * such as "yes", a comparison of words decides nothing.
   */
  readonly isReadable: (answer: string) => boolean;
  /**
   * Returns the probability (0 to 1) that a reader of the variable can give this answer; 0 if
   * comparing words cannot decide.
   */
  readonly givesText: (variable: Variable, answer: string) => number;
}

export function answerGiving(
  { query }: Pick<FailedCase, "query">,
  { rarity, speakers, namesIn }: MessageCorpus,
  passagesOf: (variable: Variable) => readonly UnitText[],
  effort: Effort,
): AnswerGiving {
  const tests = new Map<string, AnswerTest | undefined>();
  const testOf = (answer: string) => {
    if (!tests.has(answer)) tests.set(answer, answerTest(query, answer, rarity));
    return tests.get(answer);
  };
  const asked = contentStems(query);
  const names = new Set(asked.filter((stem) => speakers.has(stem)));
  /**
   * Maps the stem of a person's name to a function. The function computes how probably a variable
   * gives an answer, and ignores sentences about other people. If no person is given, the key is
   * `undefined`. Then the function ignores sentences about people whom the question does not name.
   */
  const readers = new Map<string | undefined, (variable: Variable, answer: string) => number>();
  const readerFor = (person: string | undefined) => {
    const known = readers.get(person);
    if (known !== undefined) return known;
    const about = person === undefined ? names : new Set([person]);
    const isAside = (sentence: Sentence) =>
      asksFor(sentence, asked) || isOfAnother(namesIn(sentence), about);
    const made = likelihoods({ testOf, passagesOf, isAside, effort });
    readers.set(person, made);
    return made;
  };
  const likelihood = (variable: Variable, answer: string, person?: string) =>
    testOf(answer) === undefined ? undefined : readerFor(person)(variable, answer);
  return {
    gives: (variable, { answer, person }) =>
      answer === undefined ? undefined : likelihood(variable, answer, person),
    isReadable: (answer) => testOf(answer) !== undefined,
    givesText: (variable, answer) => likelihood(variable, answer) ?? 0,
  };
}

/**
 * Returns a cached function that computes how probably a variable gives an answer. It ignores
 * sentences that ask the question or are about other people.
 */
function likelihoods({
  testOf,
  passagesOf,
  isAside,
  effort,
}: {
  readonly testOf: (answer: string) => AnswerTest | undefined;
  readonly passagesOf: (variable: Variable) => readonly UnitText[];
  readonly isAside: (sentence: Sentence) => boolean;
  readonly effort: Effort;
}): (variable: Variable, answer: string) => number {
  const asides = new Map<Sentence, boolean>();
  const isKnownAside = (sentence: Sentence) => {
    const known = asides.get(sentence) ?? isAside(sentence);
    asides.set(sentence, known);
    return known;
  };
  const told = new Map<UnitText, UnitText>();
  const toldIn = (passage: UnitText) => {
    const known = told.get(passage) ?? without(passage, isKnownAside);
    told.set(passage, known);
    return known;
  };
  const byAnswer = new Map<string, Map<string, number>>();
  return (variable, answer) => {
    const test = testOf(answer);
    const ofAnswer = byAnswer.get(answer) ?? new Map<string, number>();
    byAnswer.set(answer, ofAnswer);
    const known = ofAnswer.get(variable.id);
    if (known !== undefined || test === undefined) return known ?? 0;
    let most = 0;
    for (const passage of passagesOf(variable)) {
      effort.spend(SENTENCE * passage.sentences.length);
      // Most passages are about another topic, so run the fast test first.
      if (!test.isNear(passage)) continue;
      const told = toldIn(passage);
      if (told === passage || test.isNear(told)) most = Math.max(most, test.likelihood(told));
    }
    ofAnswer.set(variable.id, most);
    return most;
  };
}

function without(passage: UnitText, isAside: (sentence: Sentence) => boolean): UnitText {
  if (!passage.sentences.some(isAside)) return passage;
  const sentences = passage.sentences.filter((sentence) => !isAside(sentence));
  return unitText(sentences.map(({ text }) => text).join(" "), sentences, passage.day);
}

function isOfAnother(named: readonly string[], names: ReadonlySet<string>): boolean {
  return names.size > 0 && named.length > 0 && !named.some((name) => names.has(name));
}
