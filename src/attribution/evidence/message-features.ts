/**
 * Computes features that show whether a message states a time or an item of the expected answer.
 * Their values are from 0 to about 1.
 */
import type { Variable } from "../../graph/model.ts";
import { isExactFigure } from "../../text/numbers.ts";
import { isBareIn, isUnit, shortenedIn } from "../../text/spelling/shortened-thousands.ts";
import type { TimeMention } from "../../text/time-mention.ts";
import { otherHours } from "../../text/times/same-hour.ts";
import { allStems } from "../../text/words.ts";
import { timeAgreement } from "../answers/value-agreement.ts";
import { type AnswerPart, lengthStems } from "../needs/expected-answer.ts";
import type { AskedQuestion } from "../needs/need.ts";
import { withoutUnits } from "../needs/needs.ts";
import { TELLING_ANSWER } from "../thresholds.ts";
import { asksAtEnd } from "./asking.ts";
import type { MessageCorpus } from "./message-corpus.ts";

/**
 * What the search looks for: one time or one item of the expected answer. If both are absent, it
 * looks for the whole answer.
 */
export interface Target {
  readonly time?: TimeMention;
  readonly part?: AnswerPart;
}

/** Features that do not depend on the `Target`. */
interface CommonFeatures {
  /** Share of the expected answer's words that the message has. */
  readonly answer: number;
  /**
   * The share of the question's words that this message and its neighbours have together. For
   * `replied`, the neighbour is the message before it. For `context`, the neighbours are the two
   * messages before it and the one after it.
   */
  readonly replied: number;
  readonly context: number;
  /**
   * A message at index n of a ranking gets 1 / (1 + n), and a message outside the ranking gets 0.
   * `rankOfBoth` comes from a search for the words of the question and the answer, and
   * `rankOfQuestion` from a search for the words of the question only.
   */
  readonly rankOfBoth: number;
  readonly rankOfQuestion: number;
  /** 1 if the question names the message's speaker, 0.5 if it names no speaker, otherwise 0. */
  readonly speakerAsked: number;
  /**
   * 1 if the message names a person in the question, and this person is not its speaker; otherwise
   * 0.
   */
  readonly namesAsked: number;
  /** 1 if the message ends with a question; otherwise 0. */
  readonly asks: number;
  /**
   * If the previous message ends with a question, this message may reply to it. Then the value is
   * the share of the words of the case's question that the previous message has. Otherwise, it is
   * 0.
   */
  readonly repliesToIt: number;
  /** Length of the message on a logarithmic scale, at most 1. Longer messages state more facts. */
  readonly long: number;
}

/**
 * All features of a message. If a feature ends with `InTopic`, it is the product of the feature
 * without this ending and `replied`. For example, `partInTopic` is `part` times `replied`.
 */
export interface MessageFeatures extends CommonFeatures {
  /** Share of the answer item's words that the message has. */
  readonly part: number;
  readonly partInTopic: number;
  /** How well the times in the message agree with the answer's time, from 0 to 1. */
  readonly time: number;
  readonly timeInTopic: number;
  /**
   * How well the day on which the message was sent agrees with the answer's time, from 0 to 1. The
   * value is 0 if the text of the message already names a time that agrees with the answer's time.
   */
  readonly ownDay: number;
  readonly ownDayInTopic: number;
  readonly timeGap: number;
  /**
   * Whether the previous message (`saidBefore`) or the next message (`saidAfter`) has the answer
   * item's words too. The value is the share of these words that the other message has, divided by
   * the share that this message has, but at most 1.
   */
  readonly saidBefore: number;
  readonly saidAfter: number;
}

/**
 * The feature `long` is the logarithm of the message's length, divided by this number. Few messages
 * are so long that the result exceeds 1.
 */
const LONG = 7;
const FAR = 8;
/**
 * If a message states a part of the answer in other words, it still has at least this share of the
 * part's words. Rare words weigh more.
 */
const MOSTLY_OTHER_WORDS = 0.25;
/** Computes the features of messages for one question. Caches the features in `CommonFeatures`. */
export class QuestionReading {
  readonly topic: readonly string[];
  readonly #messages: readonly Variable[];
  readonly #question: AskedQuestion;
  readonly #place: ReadonlyMap<string, number>;
  readonly #ofBoth: ReadonlyMap<string, number>;
  readonly #ofQuestion: ReadonlyMap<string, number>;
  readonly #answer: AnswerPart;
  readonly #asked: ReadonlySet<string>;
  readonly #common = new Map<string, CommonFeatures>();
  readonly #hours = new Map<string, readonly string[]>();

  constructor(
    messages: readonly Variable[],
    question: AskedQuestion,
    ofBoth: readonly Variable[],
    ofQuestion: readonly Variable[],
  ) {
    const places = (list: readonly Variable[]) => new Map(list.map((m, index) => [m.id, index]));
    const { corpus, queryStems, expected } = question;
    this.#messages = messages;
    this.#question = question;
    this.#place = places(messages);
    this.#ofBoth = places(ofBoth);
    this.#ofQuestion = places(ofQuestion);
    this.topic = queryStems.filter((each) => !corpus.speakers.has(each));
    this.#asked = new Set(queryStems.filter((each) => corpus.speakers.has(each)));
    const lengths = expected.parts.flatMap((part) => part.lengths ?? []);
    this.#answer = {
      text: "",
      stems: [...new Set(expected.parts.flatMap((part) => part.stems))],
      ...(lengths.length === 0 ? {} : { lengths }),
    };
  }

  features(message: Variable, { time, part }: Target): MessageFeatures {
    const common = this.#commonOf(message);
    const [before, after] = this.#neighbours(message);
    const share = part === undefined ? 0 : this.#partShare(part, message);
    const also = (other: Variable | undefined) =>
      part !== undefined && other !== undefined && share > 0
        ? Math.min(1, this.#partShare(part, other) / share)
        : 0;
    const agreement = time === undefined ? undefined : this.#agreement(message, time);
    const agrees = agreement?.share ?? 0;
    const { day } = this.#corpus.message(message);
    const own =
      time === undefined || day === undefined || agrees > 0
        ? 0
        : timeAgreement([time], [ownDay(day)], [day]).share;
    return {
      ...common,
      part: share,
      partInTopic: share * common.replied,
      time: agrees,
      timeInTopic: agrees * common.replied,
      ownDay: own,
      ownDayInTopic: own * common.replied,
      timeGap: agreement === undefined ? 0 : Math.min(1, agreement.gap / FAR),
      saidBefore: also(before),
      saidAfter: also(after),
    };
  }

  /**
   * Whether the message has two or more words of the part, and they are too rare to be there by
   * chance. Then the message may state the part in other words. Figures do not count.
   */
  isWordedIn({ stems }: AnswerPart, message: Variable): boolean {
    const { rarity, usersOf } = this.#corpus;
    const said = stems.filter((stem) => !/^\d/.test(stem) && usersOf(stem).has(message.id));
    const weight = said.reduce((sum, stem) => sum + rarity(stem), 0);
    const whole = stems.reduce((sum, stem) => sum + rarity(stem), 0);
    return said.length > 1 && weight >= Math.max(TELLING_ANSWER, MOSTLY_OTHER_WORDS * whole);
  }

  /** Whether the message states an amount of the expected answer in thousands: "27" for 27,000. */
  shortens(message: Variable): boolean {
    const { content } = this.#corpus.message(message);
    return this.#answer.stems.some((stem) => shortenedIn(content, stem) !== undefined);
  }

  namesTime(message: Variable, time: TimeMention): boolean {
    return this.#agreement(message, time).share > 0;
  }

  get #corpus(): MessageCorpus {
    return this.#question.corpus;
  }

  #agreement(message: Variable, time: TimeMention) {
    const { day, times } = this.#corpus.message(message);
    return timeAgreement([time], times(), day === undefined ? [] : [day]);
  }

  #neighbours(message: Variable): readonly [Variable | undefined, Variable | undefined] {
    const at = this.#place.get(message.id) ?? 0;
    return [this.#messages[at - 1], this.#messages[at + 1]];
  }

  /**
   * Returns the share of the stems that at least one of the messages `among` has. Rare stems have a
   * larger weight.
   */
  #share(stems: readonly string[], among: readonly (Variable | undefined)[]): number {
    const { rarity, usersOf } = this.#corpus;
    let [total, found] = [0, 0];
    for (const each of stems) {
      const weight = rarity(each);
      const users = usersOf(each);
      total += weight;
      if (among.some((message) => message !== undefined && users.has(message.id))) found += weight;
    }
    return total === 0 ? 0 : found / total;
  }

  /**
   * Returns which share of the part's words the message has. A duration may be in another unit, and
   * a clock time or an amount in another spelling. If the part has large or exact numbers and the
   * message states none of them, the result is 0, even if the message has other words of the part,
   * such as "euros".
   */
  #partShare(part: AnswerPart, message: Variable): number {
    const { lengths } = part;
    const { rarity, usersOf, message: read } = this.#corpus;
    const stems = withoutUnits(withoutBareUnits(part.stems, read(message).content), this.#corpus);
    const lengthsSaid = lengths && read(message).sentences.flatMap((each) => each.lengths());
    const inOtherUnit = new Set(lengthStems(lengths, lengthsSaid ?? []));
    const isSaid = (stem: string) =>
      inOtherUnit.has(stem) ||
      this.#spellings(stem, part).some((each) => usersOf(each).has(message.id)) ||
      shortenedIn(read(message).content, stem) !== undefined;
    const said = stems.filter(isSaid);
    // If the part has large or exact numbers, the message must state at least one of them. It may
    // lack a small number, because a small number can be the result of counting.
    const figures = lengths === undefined ? stems.filter(isExactFigure) : [];
    if (stems.length === 0 || (figures.length > 0 && !figures.some((each) => said.includes(each))))
      return 0;
    const weight = (some: readonly string[]) => some.reduce((sum, stem) => sum + rarity(stem), 0);
    return weight(said) / weight(stems);
  }

  /** Returns the stem. If the stem is a clock time, also returns its other spellings. */
  #spellings(stem: string, { text }: AnswerPart): readonly string[] {
    if (!/^\d/.test(stem)) return [stem];
    const key = `${stem} ${text}`;
    const known = this.#hours.get(key) ?? [stem, ...otherHours(stem, text, allStems(text))];
    this.#hours.set(key, known);
    return known;
  }

  /** Returns the features that are the same for each time and item of the expected answer. */
  #commonOf(message: Variable): CommonFeatures {
    const known = this.#common.get(message.id);
    if (known !== undefined) return known;
    const at = this.#place.get(message.id) ?? 0;
    const [before] = this.#neighbours(message);
    const { content, speakerStems } = this.#corpus.message(message);
    const isAsked = speakerStems.some((name) => this.#asked.has(name));
    const rank = (place: number | undefined) => (place === undefined ? 0 : 1 / (1 + place));
    const asked = before !== undefined && this.#asks(before) ? 1 : 0;
    const common: CommonFeatures = {
      answer: this.#partShare(this.#answer, message),
      replied: this.#share(this.topic, [before, message]),
      context: this.#share(this.topic, this.#messages.slice(Math.max(0, at - 2), at + 2)),
      rankOfBoth: rank(this.#ofBoth.get(message.id)),
      rankOfQuestion: rank(this.#ofQuestion.get(message.id)),
      speakerAsked: this.#asked.size === 0 ? 0.5 : isAsked ? 1 : 0,
      namesAsked: !isAsked && this.#namesAsked(message) ? 1 : 0,
      asks: this.#asks(message) ? 1 : 0,
      repliesToIt: asked * this.#share(this.topic, [before]),
      long: Math.min(1, Math.log(1 + content.length) / LONG),
    };
    this.#common.set(message.id, common);
    return common;
  }

  #asks(message: Variable): boolean {
    return asksAtEnd(this.#corpus.message(message).content);
  }

  #namesAsked(message: Variable): boolean {
    return [...this.#asked].some((name) => this.#corpus.usersOf(name).has(message.id));
  }
}

/**
 * Leaves out the units of the part if the text has an exact figure of the part without any unit:
 * "She puts me up to 125" for "125 micrograms".
 */
function withoutBareUnits(stems: readonly string[], text: string): readonly string[] {
  const isBare = stems.some((stem) => isExactFigure(stem) && isBareIn(text, stem));
  return isBare ? stems.filter((stem) => !isUnit(stem)) : stems;
}

function ownDay(day: number): TimeMention {
  const days = { first: day, last: day };
  return { text: "its own day", index: 0, relative: false, resolve: () => days };
}
