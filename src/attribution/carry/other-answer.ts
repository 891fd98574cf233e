/**
 * Recognises texts that state the given answer instead of the expected answer. Such a text does not
 * state the needed detail, even if it has many words of the statement. Example: the question is
 * about Leo's allergy, and the text states Mila's: "Mila gets a rash from strawberries".
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { sameTime } from "../../text/calendar.ts";
import { deniesWithoutNot } from "../../text/denial/denial-without-not.ts";
import { withoutRejected } from "../../text/denial/rejected-side.ts";
import { exactLengths } from "../../text/durations.ts";
import { languageOf } from "../../text/languages/language-of.ts";
import { isNegatedIn, saysUnknown } from "../../text/polarity.ts";
import type { Sentence } from "../../text/sentences.ts";
import type { TimeMention } from "../../text/time-mention.ts";
import { otherHours } from "../../text/times/same-hour.ts";
import { timeMentions } from "../../text/times.ts";
import { allStems, contentStems } from "../../text/words.ts";
import { readValues } from "../answers/answer-reading.ts";
import { isDateWithoutYear } from "../answers/value-agreement.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import { type ExpectedAnswer, hasAlike, lengthStems } from "../needs/expected-answer.ts";
import type { Need } from "../needs/need.ts";
import { NAME_WEIGHT, RIVAL_TOPIC } from "../thresholds.ts";
import type { CarryParts } from "./carry.ts";
import { pairsIn, recordSentences } from "./records.ts";
import { unitsOfStep } from "./units-of-step.ts";
import { CLAUSE, deniesDirectly, MAIN_CLAUSE } from "./words/role-swap.ts";
import { COMPOUNDING, isPartOf } from "./words/wanted-words.ts";

/** @param among the sentences that are read; by default all sentences of the variable */
export type GivesOther = (
  variable: Variable,
  need: Pick<Need, "answer"> & Partial<Pick<Need, "sources">>,
  among?: readonly Sentence[],
) => boolean;

/** Maximum number of words of an answer. Longer answers are not searched for in texts. */
const MAX_VALUE_WORDS = 3;

export function otherAnswer(
  graph: EvolutionGraph,
  { query, prediction }: FailedCase,
  { parts, times, polarity, isHedged, isUnknown }: ExpectedAnswer,
  { sentences, corpus, isMemory }: Pick<CarryParts, "sentences" | "corpus" | "isMemory">,
): GivesOther {
  const asked = new Set(contentStems(query));
  const [part] = parts;
  const readTimes = parts.length === 0 ? differentTimes(times, prediction) : undefined;
  const isSingle = readTimes !== undefined || (parts.length === 1 && times.length === 0);
  const isValue = polarity === undefined && !isHedged && !isUnknown && !saysUnknown(prediction);
  const expected = new Set(readTimes ? [EXPECTED_TIME] : part?.stems);
  const words = allStems(part?.text ?? "");
  const hours = new Set(words.flatMap((stem) => otherHours(stem, part?.text ?? "", words)));
  const said = [...new Set(readTimes ? [GIVEN_TIME] : contentStems(prediction))].filter(
    (stem) => !asked.has(stem) && !hours.has(stem),
  );
  const other = said.filter((stem) => !expected.has(stem));
  // If the answers share words, only the other words tell them apart: "mother" in "Anna's mother"
  // and "Anna".
  const own = [...expected].filter((stem) => !said.includes(stem));
  const given = other.length > 0 ? other : said;
  const isWithin = own.length === 0 && other.length > 0;
  const wanted = isWithin ? [...expected] : own;
  const isAskedDenied = isDenied(query);
  const isShort = given.length > 0 && given.length <= MAX_VALUE_WORDS;
  if (
    !isSingle ||
    !isValue ||
    !isShort ||
    wanted.length === 0 ||
    [...expected].some((stem) => asked.has(stem))
  )
    return () => false;
  const isCompounding = COMPOUNDING.has(languageOf(query) ?? "");
  /** Stems of names in the evidence that the question does not have. */
  let rivals: ReadonlySet<string> | undefined;
  const topic = topicWeights(query, corpus, [...given, ...expected]);
  const sides = (
    text: string,
    stems: readonly string[],
    lengths: readonly number[],
    isClause = false,
  ) => {
    const timed = readTimes?.(text) ?? [];
    const has = new Set([...stems, ...lengthStems(part?.lengths, lengths), ...timed]);
    const states = (stem: string) =>
      has.has(stem) || (isCompounding && stems.some((word) => isPartOf(stem, word)));
    const givesGiven = given.every(states);
    // If "Tom" is expected and "Tom's sister" was given, a clause about Tom's sister has the word
    // "Tom", but does not give the expected answer.
    const givesExpected = telling(wanted).every(states) && !(isWithin && isClause && givesGiven);
    // `hasAlike` compares letters, which is slow. So compute the weight only for a text that gives
    // one of the two answers. The weights of other texts are not used.
    const isGiving = givesGiven || givesExpected;
    const isSaid = (stem: string) => has.has(stem) || hasAlike(stem, has);
    const said = isGiving ? [...topic].filter(([stem]) => isSaid(stem)) : [];
    const weight = said.reduce((sum, [, each]) => sum + each, 0);
    return { text, weight, givesGiven, givesExpected };
  };
  const sideOf = (clause: string) => {
    const side = sides(clause, contentStems(clause), exactLengths(clause), true);
    const words = allStems(clause);
    return {
      ...side,
      givesGiven: side.givesGiven && !deniesDirectly(words, given),
      givesExpected: side.givesExpected && !deniesDirectly(words, wanted),
    };
  };
  const clausesOf = (sentence: Sentence, ends: RegExp, isStrict: boolean) => {
    const whole = sides(sentence.text, sentence.stems, sentence.lengths());
    if (!whole.givesGiven || !(whole.givesExpected || isStrict)) return [whole];
    const chosen = withoutRejected(sentence.text);
    const left =
      chosen === undefined ? whole : sides(chosen, contentStems(chosen), exactLengths(chosen));
    if (whole.givesExpected && left.givesGiven && !left.givesExpected)
      return [{ ...whole, givesExpected: false }];
    const pairs = pairsIn(sentence.text);
    if (pairs.length > 0) return pairs.map(sideOf);
    return sentence.text.split(ends).flatMap((clause) => {
      const side = sideOf(clause);
      return side.givesGiven && side.givesExpected ? clause.split(CLAUSE).map(sideOf) : [side];
    });
  };
  const most = (weights: readonly { readonly weight: number }[]) =>
    weights.reduce((best, { weight }) => Math.max(best, weight), 0);
  const testBy = (read: readonly Sentence[], ends: RegExp, isStrict = false) => {
    const all = read.flatMap((sentence) => clausesOf(sentence, ends, isStrict));
    // "Ted was invited on 3 May. It is on 9 May": the second clause is about Ted too.
    const isOpen = ({ givesExpected, weight, text }: (typeof all)[number]) =>
      givesExpected && weight === 0 && !contentStems(text).some((stem) => rivals?.has(stem));
    if (readTimes !== undefined && all.some(isOpen)) return false;
    const giving = all.filter((each) => each.weight > 0 && (each.givesGiven || each.givesExpected));
    // After "Ann swims", the clause "Bob does not swim" does not answer the question "Who swims?".
    const affirming = isAskedDenied ? [] : giving.filter((each) => !isDenied(each.text, query));
    const clauses = affirming.length > 0 ? affirming : giving;
    if (clauses.length === 0) return undefined;
    const rival = most(clauses.filter((each) => each.givesGiven && !each.givesExpected));
    const right = most(clauses.filter((each) => each.givesExpected));
    return rival > 0 && right <= rival * RIVAL_TOPIC;
  };
  // A comma can end a clause or belong to a name ("Ann, Bob's aunt"), so read the text both ways.
  const readings = isWithin ? [CLAUSE] : [CLAUSE, MAIN_CLAUSE];
  // A reading decides nothing if none of its clauses has both an answer and words of the question.
  // Then the other reading decides.
  const test = (read: readonly Sentence[]) => {
    // In "on 8 May, Ann said that she had left yesterday", the date only anchors the relative time.
    if (readTimes !== undefined && read.some((each) => each.times().some(isRelativeTime)))
      return false;
    const results = readings.map((ends) => testBy(read, ends));
    return results.includes(true) && !results.includes(false);
  };
  const readOf = (variable: Variable) =>
    (isMemory(variable) ? recordSentences(variable, corpus) : undefined) ?? sentences(variable);
  const ofStep = unitsOfStep(graph, isMemory);
  const gives = cached((variable) => test(ofStep(variable).flatMap(readOf)));
  const givesSurely = cached((message) => {
    const said = corpus.message(message);
    // If the speaker is the expected answer, "I" means the expected answer. So each clause is read
    // alone: a clause gives the given answer only if this clause has the words of the given answer.
    const isOwn = said.speakerStems.some((stem) => wanted.includes(stem));
    return readings.every((ends) => testBy(said.sentences, ends, isOwn));
  });
  const otherNamesIn = (message: Variable) =>
    namesIn(readValues(corpus.message(message).content).rest).filter((stem) => !asked.has(stem));
  return (variable, { answer, sources = [] }, among) => {
    if (answer !== (readTimes ? times[0]?.text : part?.text) || sources.includes(variable.id))
      return false;
    const messages = sources.flatMap((id) => graph.variables.get(id) ?? []);
    if (readTimes !== undefined) rivals ??= new Set(messages.flatMap(otherNamesIn));
    return (among === undefined ? gives(variable) : test(among)) && !messages.some(givesSurely);
  };
}

/** These stand for the stems of a time, because two texts can write one time in different words. */
const [EXPECTED_TIME, GIVEN_TIME] = ["@expected", "@given"];

/**
 * If the expected and the given answer are two different times, returns a function that says which
 * of the two a text names.
 */
function differentTimes(
  times: ExpectedAnswer["times"],
  prediction: string,
): ((text: string) => string[]) | undefined {
  const [wanted] = times;
  if (wanted?.days === undefined || times.length > 1) return undefined;
  const { days } = wanted;
  const daysIn = (text: string) =>
    timeMentions(text)
      .filter((mention) => !isRelativeTime(mention))
      .flatMap(({ resolve }) => resolve(days.first) ?? []);
  const [given, ...further] = daysIn(prediction);
  if (given === undefined || further.length > 0 || sameTime(given, days)) return undefined;
  return (text) =>
    daysIn(text).flatMap((each) => [
      ...(sameTime(each, days) ? [EXPECTED_TIME] : []),
      ...(sameTime(each, given) ? [GIVEN_TIME] : []),
    ]);
}

function isRelativeTime(mention: TimeMention): boolean {
  return mention.relative && !isDateWithoutYear(mention);
}

function cached(test: (variable: Variable) => boolean): (variable: Variable) => boolean {
  const known = new Map<string, boolean>();
  return (variable) => {
    const found = known.get(variable.id) ?? test(variable);
    known.set(variable.id, found);
    return found;
  };
}

function isDenied(text: string, query = ""): boolean {
  return isNegatedIn(text, `${query} ${text}`) || deniesWithoutNot(text);
}

/**
 * Returns the figures. Their units are left out, because a text can write "°C" or "degrees". If
 * there are no figures, returns all stems.
 */
function telling(stems: readonly string[]): readonly string[] {
  const figures = stems.filter((stem) => /^\d/.test(stem));
  return figures.length > 0 ? figures : stems;
}

/**
 * Whether each sentence that has the words of the answer excludes the answer: "It comes from Milan
 * and not from Rome".
 */
export function excludes(
  sentences: readonly Sentence[],
  { answer, core }: Pick<Need, "answer"> & Partial<Pick<Need, "core">>,
): boolean {
  const stems = core?.map(({ stem }) => stem) ?? [...new Set(contentStems(answer ?? ""))];
  const having = sentences.filter((each) => stems.every((stem) => each.stems.includes(stem)));
  return (
    stems.length > 0 &&
    stems.length <= MAX_VALUE_WORDS &&
    having.length > 0 &&
    having.every((each) => deniesDirectly(each.words(), stems))
  );
}

/** Weighs the words of the question. Names weigh more, because they say whom the fact is about. */
function topicWeights(
  query: string,
  { rarity, isSpoken }: MessageCorpus,
  without: readonly string[],
): ReadonlyMap<string, number> {
  const names = new Set(namesIn(query));
  const left = contentStems(query)
    .flatMap((stem) => (isSpoken(stem) ? stem : halvesOf(stem, query).filter(isSpoken)))
    .filter((stem) => !without.includes(stem));
  return new Map(
    left.map((stem) => [stem, rarity(stem) * (names.has(stem) ? NAME_WEIGHT : 1)] as const),
  );
}

/** Returns the stems of the capitalised words that do not begin a sentence. */
function namesIn(text: string): string[] {
  const names = text.matchAll(/(?<=[\p{L}\p{N}),;:]\s)\p{Lu}[\p{L}\p{N}]+/gu);
  return [...names].flatMap(([name]) => contentStems(name));
}

/** Minimum number of letters of each half of a compound word. */
const LEAST_HALF = 4;

/** Returns the possible halves of a German or Dutch compound, such as "Latex" and "Allergie". */
function halvesOf(stem: string, query: string): string[] {
  if (stem.length < 2 * LEAST_HALF || !COMPOUNDING.has(languageOf(query) ?? "")) return [];
  return [...stem].flatMap((_, at) =>
    at < LEAST_HALF || at > stem.length - LEAST_HALF ? [] : [stem.slice(0, at), stem.slice(at)],
  );
}
