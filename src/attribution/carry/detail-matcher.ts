/**
 * Measures the share of one needed detail that a text states. It compares the detail's words, its
 * time, and the words around it. The words around the detail are the other words of its statement.
 * They show whether the text makes the same statement.
 */

import { type Days, sameTime, spansOf } from "../../text/calendar.ts";
import { isTranslation } from "../../text/languages/language-of.ts";
import type { Sentence } from "../../text/sentences.ts";
import type { TimeMention } from "../../text/time-mention.ts";
import { isWeekday } from "../../text/times/only-weekday.ts";
import { isDateWithoutYear } from "../answers/value-agreement.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import type { Need } from "../needs/need.ts";
import { LEAST_SURROUNDINGS, MORE_SURROUNDINGS, RECOGNISED } from "../thresholds.ts";
import type { MatchProfile } from "./match-profiles.ts";
import type { Paraphrase } from "./paraphrase-rate.ts";
import type { Placement, Placements } from "./placement.ts";
import { fieldName, headingNames, isField } from "./subject.ts";
import { type NeedWords, weighed } from "./words/need-words.ts";
import type { WordBits } from "./words/wanted-words.ts";

interface Match extends WordBits {
  readonly place: Placement;
}

interface Stated {
  readonly share: number;
  /** Index range of the sentences that state the detail; `to` is the index after the last. */
  readonly from: number;
  readonly to: number;
}

const UNSTATED: Stated = { share: 0, from: 0, to: 0 };

interface DetailMatcherParts {
  readonly corpus: MessageCorpus;
  readonly placements: Placements;
  readonly isMemoryTranslated: boolean;
}

/**
 * Sets how closely a text must repeat a statement. The values come from a match profile. They are
 * less strict if the operations paraphrase a lot. A profile with `whole` is equally strict for all
 * operations.
 */
export interface Standard {
  readonly letters: number;
  /** A long text must have at least this share of the words around the detail. */
  readonly kept: number;
  readonly substitutionWeight: number;
  /** If true, `kept` applies to every text. Otherwise, a short text needs a smaller share. */
  readonly isWhole: boolean;
}

export function standardOf(
  { letters, surroundings, whole = false }: MatchProfile,
  { kept, substitutionWeight }: Paraphrase,
): Standard {
  return whole
    ? { letters, kept: surroundings, substitutionWeight: 0, isWhole: true }
    : { letters, kept: surroundings * kept, substitutionWeight, isWhole: false };
}

/** Matches a field whose value is a list or a record. */
const OPENS = /"\s*:\s*[[{]/;

const NOWHERE: Placement = {
  replaced: 0,
  isTimeReplaced: false,
  standIns: new Map(),
};
/** The match of a sentence that is about another person than the statement. */
const NOTHING: Match = { core: 0, around: 0, place: NOWHERE };
/** The match of a sentence without any word of the statement. */
const UNMATCHED: Match = { core: 0, around: 0, place: NOWHERE };

class Window {
  core = 0;
  around = 0;
  replaced = 0;
  isTimeReplaced = false;

  add({ core, around, place }: Match): void {
    this.core |= core;
    this.around |= around;
    this.replaced |= place.replaced;
    this.isTimeReplaced ||= place.isTimeReplaced;
  }
}

export class DetailMatcher {
  readonly #need: Need;
  readonly #words: NeedWords;
  readonly #standard: Standard;
  readonly #corpus: MessageCorpus;
  readonly #placements: Placements;
  readonly #isMemoryTranslated: boolean;
  readonly #known = new Map<Sentence, Match>();

  /**
   * @param words the words of the detail's statement. `words.letters` and `standard.letters` must
   * be equal
   */
  constructor(
    words: NeedWords,
    standard: Standard,
    { corpus, placements, isMemoryTranslated }: DetailMatcherParts,
  ) {
    this.#need = words.need;
    this.#words = words;
    this.#standard = standard;
    this.#corpus = corpus;
    this.#placements = placements;
    this.#isMemoryTranslated = isMemoryTranslated;
  }

  /**
   * Finds the group of consecutive sentences that states the largest share of the needed detail.
   * @param ownDates whether a relative time such as "yesterday" may only count from dates in the
   * variable's text or metadata (see `#saysTime`)
   * @param said day in the variable's metadata, in days since 1970
   */
  best(sentences: readonly Sentence[], ownDates: boolean, said: number | undefined): Stated {
    const { core, aroundTotal, hasAny } = this.#words;
    const translated = this.#translatedAt(sentences);
    if (translated >= 0) return { share: 1, from: translated, to: translated + 1 };
    // Most texts have no word of the statement, so run this fast test first.
    if (hasAny && !sentences.some((sentence) => this.#words.hasAnyIn(sentence))) return UNSTATED;
    let best = 0;
    let [from, to] = [0, 0];
    const span = this.#need.sentences + 1;
    const matches = this.#matches(sentences);
    // If a detail has neither words of its own (`core`) nor days, only the words around it can show
    // that a text states it. So even a short text then needs the full share of these words.
    const { kept, isWhole, substitutionWeight } = this.#standard;
    const isAlwaysWhole = isWhole || (core.length === 0 && this.#need.days === undefined);
    const wanted = aroundTotal * kept * (isAlwaysWhole ? 1 : chance(matches.length));
    // If a sentence says the opposite of the statement, `against` is the total weight of the
    // statement's words in this sentence. Then a window counts only if it has words of the
    // statement with at least this weight.
    const against = this.#words.againstAny(sentences);
    for (let start = 0; start < matches.length; start += 1) {
      const first = matches[start];
      if (first === undefined || first === NOTHING) continue;
      if (hasAny && first.core === 0 && first.around === 0) continue;
      const window = new Window();
      for (let end = start; end < Math.min(matches.length, start + span); end += 1) {
        const match = matches[end];
        if (match === undefined) break;
        window.add(match);
        if (against > 0 && this.#weightOf(window) < against) continue;
        let share = this.#score(window, wanted);
        if (share > best && this.#need.days !== undefined) {
          const unsaid = hasAny && window.isTimeReplaced ? substitutionWeight : 0;
          share *= this.#saysTime(sentences, start, end, ownDates, said) ? 1 : unsaid;
        }
        if (share > best) [best, from, to] = [share, start, end + 1];
      }
    }
    return { share: best, from, to };
  }

  #weightOf({ core, around }: WordBits): number {
    return weighed(core, this.#words.core) + weighed(around, this.#words.around);
  }

  /**
   * Returns the index of the first sentence that is in another language than the statement and has
   * the whole detail: its day, its figures, or all its words (such as names). The words around the
   * detail cannot be compared there. Returns -1 if there is no such sentence.
   */
  #translatedAt(sentences: readonly Sentence[]): number {
    const { core } = this.#words;
    const { days, statement } = this.#need;
    const telling = this.#words.untranslated;
    const isDay = days !== undefined && days.first === days.last;
    if (core.length === 0 && !isDay) return -1;
    return sentences.findIndex((sentence) => {
      const isStated =
        core.length === 0
          ? sentence.times().some((mention) => isOn(mention, days))
          : (this.#words.in(sentence).core & telling) === telling;
      if (!isStated || !isTranslation(statement, sentence.text, this.#isMemoryTranslated))
        return false;
      // If the detail is a day or a figure, the sentence must not be about another person. Other
      // details, such as names, need no such check.
      return !this.#words.hasFigures || !this.#isOfAnother(this.#corpus.namesIn(sentence));
    });
  }

  /** Returns which share of the needed detail the sentences of the window state. */
  #score({ core, around, replaced }: Window, wanted: number): number {
    const { substitutionWeight } = this.#standard;
    const bits =
      substitutionWeight === 0
        ? weighed(core, this.#words.core)
        : weighed(core, this.#words.core) +
          substitutionWeight * weighed(replaced & ~core, this.#words.core);
    return scoreOf(this.#words, bits, around, wanted);
  }

  /**
   * Matches each sentence with the statement. Sentences about other people match nothing. If a
   * sentence names nobody, it is about the person in the last heading above it. The heading can be a
   * field of a record, and then it ends with the record. The next record begins where the name of
   * the first field repeats, except inside a list or record that follows the heading.
   */
  #matches(sentences: readonly Sentence[]): Match[] {
    let owners: readonly string[] = [];
    let [isInFields, isFromField, isAround] = [false, false, false];
    let first: string | undefined;
    const { hasAny } = this.#words;
    return sentences.map((sentence) => {
      const field = fieldName(sentence);
      if (isFromField && !isAround && field !== undefined && field === first) owners = [];
      first ??= field;
      isAround ||= isFromField && OPENS.test(sentence.text);
      const names = headingNames(sentence, this.#corpus.speakers);
      if (names.length > 0) owners = isInFields ? [...owners, ...names] : names;
      isInFields = names.length > 0 && isField(sentence);
      if (names.length > 0) [isFromField, isAround] = [isInFields, false];
      const match = this.#match(sentence);
      if ((match.core | match.around) === 0 && hasAny) return match;
      const named = this.#corpus.namesIn(sentence);
      const about = named.length > 0 ? named : owners;
      return this.#isOfAnother(about) ? NOTHING : match;
    });
  }

  #isOfAnother(named: readonly string[]): boolean {
    const { subject, others } = this.#need;
    if (subject === undefined || named.length === 0) return false;
    return !named.some((name) => name === subject || others.has(name));
  }

  #match(sentence: Sentence): Match {
    const { core, around } = this.#words.in(sentence);
    if (core === 0 && around === 0) return UNMATCHED;
    const known = this.#known.get(sentence);
    if (known !== undefined) return known;
    const match = { core, around, place: this.#placeIn(sentence, core, around) };
    this.#known.set(sentence, match);
    return match;
  }

  /**
   * Aligns the statement with the sentence. Returns `NOWHERE` if they have so few common words that
   * the sentence is probably about something else, or if the sentence excludes the detail.
   */
  #placeIn(sentence: Sentence, core: number, around: number): Placement {
    if (this.#standard.substitutionWeight === 0) return NOWHERE;
    const words = this.#words;
    const found = weighed(core, words.core) + weighed(around, words.around);
    const enough = found >= RECOGNISED * (words.coreTotal + words.aroundTotal);
    if (found === 0 || !enough || words.isExcludedBy(sentence)) return NOWHERE;
    // Do not align the statement with a translation if the detail is a time. The translation has
    // other words for the time, and these words must not count as a paraphrase. The tracer compares
    // the times themselves, in every language that it knows.
    const { days, statement } = this.#need;
    if (days !== undefined && isTranslation(statement, sentence.text, this.#isMemoryTranslated))
      return NOWHERE;
    return this.#placements(this.#need, sentence);
  }

  /**
   * Whether the sentences from `start` to `end` name a time that means the needed days. A relative
   * time such as "yesterday" is tried with up to three dates: the nearest date before it in the
   * text, the nearest date after it, and `said`, the date in the metadata. The relative time
   * matches if it means the needed days when it counts from one of these dates. If `ownDates` is
   * true, it also matches if one of these dates is itself a needed day. If `ownDates` is false and
   * there are no such dates, a relative time counts from the day of the message that states the
   * detail.
   */
  #saysTime(
    sentences: readonly Sentence[],
    start: number,
    end: number,
    ownDates: boolean,
    said: number | undefined,
  ): boolean {
    const { days, day, text, timeWords } = this.#need;
    if (days === undefined) return true;
    // Names of weekdays are compared as words. "Los jueves" (every Thursday) means no single date,
    // so `resolve` could not compare it with "el jueves" (Thursday).
    const isSameWeekday = ({ stems }: Sentence) =>
      [...timeWords].every((word) => stems.includes(word));
    const window = sentences.slice(start, end + 1);
    // If the text also names a date, the weekday alone proves nothing: the date can be, for
    // example, the Thursday of another week.
    const isDated = window.some((each) => each.times().some(({ relative }) => !relative));
    if (!isDated && isWeekday(text) && window.some(isSameWeekday)) return true;
    const anchorsOf = () => {
      const near = [nearestDate(sentences, start, -1), nearestDate(sentences, end, 1), said];
      const isUndated = !ownDates && near.every((anchor) => anchor === undefined);
      return isUndated ? [...near, day] : near;
    };
    let anchors: readonly (number | undefined)[] | undefined;
    for (let index = start; index <= end; index += 1) {
      for (const mention of sentences[index]?.times() ?? []) {
        // Only relative times need the dates in other sentences. Finding these dates is slow.
        if (mention.relative) anchors ??= anchorsOf();
        for (const anchor of mention.relative ? (anchors ?? NO_ANCHOR) : NO_ANCHOR) {
          // "9 April" names no year. If one of the anchor dates is missing, the day of the message
          // is tried as an anchor.
          if (mention.relative && anchor === undefined && isDateWithoutYear(mention)) {
            const meant = mention.resolve(day);
            if (meant !== undefined && sameTime(meant, days)) return true;
          }
          if (ownDates && anchor !== undefined && isDay(anchor, days)) return true;
          const meant = mention.resolve(anchor);
          if (meant !== undefined && sameTime(meant, days)) return true;
        }
      }
    }
    return false;
  }
}

/** Whether the time is written as a date and means exactly these days. */
function isOn({ relative, resolve }: TimeMention, days: Days | undefined): boolean {
  const meant = relative ? undefined : resolve(undefined);
  return meant !== undefined && meant.first === days?.first && meant.last === days.last;
}

function isDay(day: number, days: Days): boolean {
  return spansOf(days).some(({ first, last }) => first <= day && day <= last);
}

/**
 * Returns a factor of at most 1 for a text with this number of sentences. A text must have a
 * certain share of the words around the detail, and the caller multiplies this share by the factor.
 * A short text has a smaller factor than a long text, because a long text has more of these words
 * by chance.
 */
function chance(sentences: number): number {
  return Math.min(1, LEAST_SURROUNDINGS + MORE_SURROUNDINGS * Math.log2(Math.max(1, sentences)));
}

const NO_ANCHOR: readonly undefined[] = [undefined];

/**
 * Returns the date that is nearest to the sentence at index `from`. If `step` is -1, searches
 * backwards; if it is 1, forwards.
 */
function nearestDate(
  sentences: readonly Sentence[],
  from: number,
  step: number,
): number | undefined {
  for (let index = from; index >= 0 && index < sentences.length; index += step) {
    const times = sentences[index]?.times() ?? [];
    for (const mention of step > 0 ? times : times.toReversed()) {
      const days = mention.relative ? undefined : mention.resolve(undefined);
      if (days !== undefined && days.first === days.last) return days.first;
    }
  }
  return undefined;
}

/**
 * Returns the share (0 to 1) of a needed detail that a text states. This is the share of the
 * detail's own words that the text has. The result is smaller in proportion if the text has too few
 * words around the detail: together, these words must weigh at least `wanted`. If the detail's own
 * words in the text weigh more than 1, the weight above 1 is added to these words.
 * @param coreBits total weight of the detail's own words that the text has
 * @param around bits of those words around the detail that the text has
 * @param wanted the weight that the words around the detail must have
 */
export function scoreOf(
  words: NeedWords,
  coreBits: number,
  around: number,
  wanted: number,
): number {
  const found = weighed(around, words.around) + Math.max(0, coreBits - 1);
  const statement = wanted === 0 ? 1 : Math.min(1, found / wanted);
  return statement * (words.coreTotal === 0 ? 1 : coreBits / words.coreTotal);
}
