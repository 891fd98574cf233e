/**
 * Recognises texts that state the given answer instead of the expected answer. Such a text does not
 * state the needed detail, even if it has many words of the statement. Example: the question is
 * about Leo's allergy, and the text states Mila's: "Mila gets a rash from strawberries".
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { withoutRejected } from "../../text/denial/rejected-side.ts";
import { exactLengths } from "../../text/durations.ts";
import { saysUnknown } from "../../text/polarity.ts";
import type { Sentence } from "../../text/sentences.ts";
import { otherHours } from "../../text/times/same-hour.ts";
import { allStems, contentStems } from "../../text/words.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import { type ExpectedAnswer, lengthStems } from "../needs/expected-answer.ts";
import type { Need } from "../needs/need.ts";
import { NAME_WEIGHT, RIVAL_TOPIC } from "../thresholds.ts";
import type { CarryParts } from "./carry.ts";
import { CLAUSE, deniesDirectly } from "./words/role-swap.ts";

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
  { sentences, corpus }: Pick<CarryParts, "sentences" | "corpus">,
): GivesOther {
  const asked = new Set(contentStems(query));
  const [part] = parts;
  const isSingle = parts.length === 1 && times.length === 0;
  const isValue = polarity === undefined && !isHedged && !isUnknown && !saysUnknown(prediction);
  const expected = new Set(part?.stems);
  const words = allStems(part?.text ?? "");
  const hours = new Set(words.flatMap((stem) => otherHours(stem, part?.text ?? "", words)));
  const given = [...new Set(contentStems(prediction))].filter(
    (stem) => !asked.has(stem) && !expected.has(stem) && !hours.has(stem),
  );
  const isShort = given.length > 0 && given.length <= MAX_VALUE_WORDS;
  if (!isSingle || !isValue || !isShort || [...expected].some((stem) => asked.has(stem)))
    return () => false;
  const topic = topicWeights(query, corpus, [...given, ...expected]);
  const sides = (stems: readonly string[], lengths: readonly number[]) => {
    const has = new Set([...stems, ...lengthStems(part?.lengths, lengths)]);
    const weight = [...topic].reduce((sum, [stem, each]) => sum + (has.has(stem) ? each : 0), 0);
    const givesGiven = given.every((stem) => has.has(stem));
    const givesExpected = telling([...expected]).every((stem) => has.has(stem));
    return { weight, givesGiven, givesExpected };
  };
  const clausesOf = (sentence: Sentence) => {
    const whole = sides(sentence.stems, sentence.lengths());
    if (!whole.givesGiven || !whole.givesExpected) return [whole];
    const chosen = withoutRejected(sentence.text);
    const left = chosen === undefined ? whole : sides(contentStems(chosen), exactLengths(chosen));
    if (left.givesGiven && !left.givesExpected) return [{ ...whole, givesExpected: false }];
    return sentence.text.split(CLAUSE).map((clause) => {
      const side = sides(contentStems(clause), exactLengths(clause));
      const words = allStems(clause);
      return {
        weight: side.weight,
        givesGiven: side.givesGiven && !deniesDirectly(words, given),
        givesExpected: side.givesExpected && !deniesDirectly(words, [...expected]),
      };
    });
  };
  const most = (weights: readonly { readonly weight: number }[]) =>
    weights.reduce((best, { weight }) => Math.max(best, weight), 0);
  const test = (read: readonly Sentence[]) => {
    const clauses = read.flatMap(clausesOf);
    const rival = most(clauses.filter((each) => each.givesGiven && !each.givesExpected));
    const right = most(clauses.filter((each) => each.givesExpected));
    return rival > 0 && right <= rival * RIVAL_TOPIC;
  };
  const known = new Map<string, boolean>();
  const gives = (variable: Variable) => {
    const found = known.get(variable.id) ?? test(sentences(variable));
    known.set(variable.id, found);
    return found;
  };
  return (variable, { answer, sources = [] }, among) =>
    answer === part?.text &&
    !sources.includes(variable.id) &&
    (among === undefined ? gives(variable) : test(among)) &&
    !sources.some((id) => {
      const source = graph.variables.get(id);
      return source !== undefined && gives(source);
    });
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
  const names = new Set(
    [...query.matchAll(/(?<=[\p{L}\p{N}),;:]\s)\p{Lu}[\p{L}\p{N}]+/gu)].flatMap(([name]) =>
      contentStems(name),
    ),
  );
  const left = contentStems(query).filter((stem) => !without.includes(stem) && isSpoken(stem));
  return new Map(
    left.map((stem) => [stem, rarity(stem) * (names.has(stem) ? NAME_WEIGHT : 1)] as const),
  );
}
