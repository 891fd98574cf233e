/** Recognises an expected answer that is outdated: a later message states the given answer. */
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { type Days, sameTime } from "../../text/calendar.ts";
import { asksAboutNow, excludes } from "../../text/denial/contrast-words.ts";
import { clauseWith } from "../../text/denial/denied-words.ts";
import { replacesEarlier } from "../../text/denial/replacing-words.ts";
import { isNegated, saysUnknown } from "../../text/polarity.ts";
import type { Sentence } from "../../text/sentences.ts";
import { contentStems } from "../../text/words.ts";
import { wrongWords } from "../answers/wrong-words.ts";
import { withoutQuestion } from "../cases/find-query-and-answer.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import { endingOf } from "../flow/retirement/retirement.ts";
import type { About } from "../flow/trace-context.ts";
import { readExpected } from "../needs/expected-answer.ts";
import type { AskedQuestion } from "../needs/need.ts";
import { isAssistantName } from "../needs/need-statement.ts";
import { stated } from "../needs/needs.ts";
import { tellingDetails } from "../source/wrong-part.ts";
import { WHOLE_ANSWER } from "../thresholds.ts";

/**
 * Returns the message that replaced the expected answer with the given answer: "correction:
 * platform 8" after "the train to Basel leaves from platform 11". It is later than every message
 * that states the expected answer, and no assistant said it. One of its sentences says that something
 * changed (or is true now), is about the subject of the question (see `isAboutSubject`), and states
 * all values of the given answer that the earlier message does not state. Both answers are times,
 * both have figures, or neither has.
 *
 * Returns undefined if there is no such message, if the expected answer is yes or no, if the given
 * answer denies something, or if the question asks about a change or about what was true before.
 * Also returns undefined if the memory keeps a unit with the expected answer, but without the given
 * answer: then the later message is probably about something else, such as a second locker.
 */
export function replacingMessage({
  failed,
  question,
  roles: { messages },
  store,
  graph,
  sentences: sentencesIn,
}: About): Variable | undefined {
  const { expected, corpus } = question;
  const answer = withoutQuestion(failed.prediction, failed.query);
  if (expected.polarity !== undefined || isNegated(answer) || saysUnknown(answer)) return;
  if (excludes(failed.query) || replacesEarlier(failed.query)) return;
  const last = messages.findLastIndex((each) => statesExpected(each, failed, question));
  const before = messages[last];
  if (before === undefined) return;
  const statesGiven = givenTest(answer, before, failed, question);
  const wanted = failed.expected.flatMap(contentStems);
  const isKept = store.some((unit) => {
    if (endingOf(unit.id, graph) !== undefined) return false;
    return sentencesIn(unit).some(
      (sentence) =>
        wanted.every((stem) => sentence.stems.includes(stem)) && !statesGiven(sentence, unit),
    );
  });
  if (isKept) return;
  return messages.slice(last + 1).find((message) => {
    const { sentences, speakerStems } = corpus.message(message);
    if (speakerStems.some(isAssistantName)) return false;
    return sentences.some(
      (each) => statesGiven(each, message) && isAboutSubject(each, before, failed, question),
    );
  });
}

/**
 * Whether the sentence says that something changed, and has a word of the question. If it only says
 * that something is true now, it must have a name of the question, or all words of the question that
 * the message `before` has. The sentence is about something else in two situations: it has a name
 * that neither this message nor the question nor the given answer has, or such a word stands behind
 * a word of the question ("the rent of my office").
 */
function isAboutSubject(
  { text, stems }: Sentence,
  before: Variable,
  { query, prediction }: FailedCase,
  { queryStems, corpus }: AskedQuestion,
): boolean {
  const topic = queryStems.filter((stem) => !corpus.speakers.has(stem));
  if (!topic.some((stem) => stems.includes(stem))) return false;
  const said = corpus.message(before).stems;
  const known = new Set([...said, ...queryStems, ...contentStems(prediction)]);
  const names = (of: string) => tellingDetails(of).filter(({ stem }) => !isFigure(stem));
  if (names(text).some(({ stem }) => !known.has(stem))) return false;
  const words = text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s]/gu) ?? [];
  if (words.some((_, at) => isOfOther(words.slice(at), topic, known))) return false;
  if (replacesEarlier(text)) return true;
  const isNamed = names(query).some(({ stem }) => stems.includes(stem));
  const isWhole = topic.every((stem) => !said.has(stem) || stems.includes(stem));
  return asksAboutNow(text) && (isNamed || isWhole);
}

const PREPOSITION =
  /^(?:of|for|at|in|to|from|with|by|von|vom|für|bei|beim|im|am|nach|aus|zu[mr]?|mit|de|du|des|pour|à|au|chez|para|en|del|di|della?|per|da|do|dos|van|voor|naar|bij|met|op)$/iu;

/**
 * Whether the words begin with a word of the topic, a preposition, perhaps other function words, and
 * then an unknown word.
 */
function isOfOther(
  [first = "", ...rest]: readonly string[],
  topic: readonly string[],
  known: ReadonlySet<string>,
): boolean {
  if (!contentStems(first).some((stem) => topic.includes(stem))) return false;
  const at = rest.findIndex((word) => contentStems(word).length > 0);
  const between = rest.slice(0, Math.max(0, at));
  if (!PREPOSITION.test(between[0] ?? "") || !between.every((word) => /\p{L}/u.test(word)))
    return false;
  return contentStems(rest[at] ?? "").every((stem) => !known.has(stem) && !isFigure(stem));
}

/** Whether the message affirms the whole expected answer. */
function statesExpected(
  message: Variable,
  failed: FailedCase,
  { expected, corpus }: AskedQuestion,
): boolean {
  const { parts, times } = expected;
  if (parts.length + times.length === 0) return false;
  const named = timesOf(corpus.message(message).sentences, message, corpus);
  const { content, day } = corpus.message(message);
  return (
    parts.every((part) => stated(part, message, corpus) >= WHOLE_ANSWER) &&
    times.every(({ mention, days }) => {
      const meant = days ?? mention.resolve(day);
      return meant !== undefined && named.some((each) => sameTime(each, meant));
    }) &&
    !isNegated(clauseWith(content, new Set(failed.expected.flatMap(contentStems))))
  );
}

/**
 * Returns a function that says whether a sentence states the values of the given answer which the
 * message `before` does not state.
 */
function givenTest(
  answer: string,
  before: Variable,
  failed: FailedCase,
  { expected, corpus, queryStems }: AskedQuestion,
): (sentence: Sentence, message: Variable) => boolean {
  if (expected.times.length > 0 && expected.parts.length === 0) {
    const given = readExpected([answer], new Set(queryStems)).times.flatMap(
      ({ days }) => days ?? [],
    );
    return (sentence, message) => {
      const named = timesOf([sentence], message, corpus);
      const isNamed = (days: Days) => named.some((each) => sameTime(each, days));
      return given.length > 0 && given.every(isNamed);
    };
  }
  const wrong = wrongWords(failed);
  const known = corpus.message(before).stems;
  const given = tellingDetails(answer).flatMap(({ stem }) =>
    wrong.has(stem) && !known.has(stem) ? [stem] : [],
  );
  const isAlike = given.some(isFigure) === expected.parts.some(({ stems }) => stems.some(isFigure));
  return ({ text, stems }) =>
    isAlike &&
    given.length > 0 &&
    given.every((stem) => stems.includes(stem)) &&
    !isNegated(clauseWith(text, new Set(given)));
}

function timesOf(sentences: readonly Sentence[], message: Variable, corpus: MessageCorpus): Days[] {
  const { day } = corpus.message(message);
  return sentences.flatMap((each) => each.times()).flatMap(({ resolve }) => resolve(day) ?? []);
}

function isFigure(stem: string): boolean {
  return /\d/.test(stem);
}
