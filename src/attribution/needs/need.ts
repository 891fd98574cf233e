/** Defines `Need`: one detail that the expected answer needs, with its statement. */
import type { Variable } from "../../graph/model.ts";
import type { Detail } from "../../protocol/api/attribution.ts";
import type { Days } from "../../text/calendar.ts";
import { letterLikeness } from "../../text/words.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import { ANSWER_WORDS_ALIKE } from "../thresholds.ts";
import type { ExpectedAnswer, Length } from "./expected-answer.ts";

export interface WeighedStem {
  readonly stem: string;
  readonly weight: number;
}

export interface Need extends Detail {
  /**
   * Whether the detail is only a premise: a fact that leads to the answer, but is not a part of it.
   */
  readonly isPremise?: boolean;
  /**
   * The part of the expected answer to which the detail belongs. It is absent if the detail belongs
   * to several parts or to none.
   */
  readonly answer?: string;
  /**
   * The words of the detail; empty if it is a time. There are at most `MAX_WORDS` of them, because
   * a set of them is stored as the bits of a 32-bit number.
   */
  readonly core: readonly WeighedStem[];
  /** The statement's other words. A text with these words probably makes the same statement. */
  readonly around: readonly WeighedStem[];
  /** The durations in the statement. A text can state them in another unit. */
  readonly lengths: readonly Length[];
  /** Number of the statement's sentences. */
  readonly sentences: number;
  /** The days that the detail means; absent if the detail is not a time. */
  readonly days?: Days;
  /** The day on which the message was sent, in days since 1970. */
  readonly day: number | undefined;
  /** Stem of the speaker's name if the statement is about the speaker; otherwise undefined. */
  readonly subject: string | undefined;
  /** Stems of the names of other speakers in the statement. */
  readonly others: ReadonlySet<string>;
  /** The sentences that state the detail, as in the message. */
  readonly statement: string;
  /** The content words of the statement, as written and as stems. */
  readonly words: readonly { readonly text: string; readonly stem: string }[];
  /**
   * For each sentence of the statement: the stems of all its words, in order. A function word is
   * its own stem.
   */
  readonly order: readonly (readonly string[])[];
  /** Stems of the words that name the time; empty if the detail is not a time. */
  readonly timeWords: ReadonlySet<string>;
  /** Whether the statement is negative. This is set only if the expected answer is yes or no. */
  readonly negated?: boolean;
  /**
   * Whether the expected answer is yes, and the question has no word such as "quit", which denies
   * without "not". If the statement has no such word either, a sentence with such a word says the
   * opposite of the statement: "she quit smoking" is the opposite of "she smokes".
   */
  readonly affirms?: boolean;
  /**
   * The question's words without names. They are set only if the expected answer is no and the
   * question itself denies nothing. If a text has all these words and denies nothing, it answers
   * the question with yes. The statement says no, so such a text says the opposite.
   */
  readonly refutes?: readonly string[];
  /**
   * Stem of the name of the person whom the detail is about. This is set only if the question asks
   * the same about several people.
   */
  readonly person?: string;
  /**
   * Stems of names of other persons that are nearly spelled like a name in the detail (see
   * `namesakes.ts`). Absent if there are none.
   */
  readonly namesakes?: ReadonlySet<string>;
  /** Ids of the messages that state the detail. */
  readonly sources: readonly string[];
}

export interface Needs {
  readonly needs: readonly Need[];
  /**
   * Details of statements that may imply a missing part of the expected answer. There are such
   * details only if the evidence states all parts except one, and some evidence messages gave no
   * detail to `needs`. Then the statements of these messages become the details. They are used only
   * if the given answer lacks none of `needs`.
   */
  readonly implied: readonly Need[];
  /**
   * For each part of `unsupported` of which a message has at least some words: these words. They are
   * used instead of whole statements (see `paraphrased`). They are also used if there are no
   * `implied` details, and if the given answer lacks none of `needs`.
   */
  readonly partly: readonly Need[];
  /** Parts and times of the expected answer that no evidence message states. */
  readonly unsupported: readonly string[];
  /**
   * True if no evidence message has words of the expected answer. Then the tracer follows whole
   * statements.
   */
  readonly paraphrased: boolean;
}

/**
 * A detail has at most this number of words, and its statement has at most this number of other
 * words. A set of them is stored as the bits of a 32-bit number.
 */
export const MAX_WORDS = 30;

/** Returns at most `MAX_WORDS` stems with their weights, rarest first. */
export function weighedStems(
  stems: Iterable<string>,
  { rarity }: Pick<MessageCorpus, "rarity">,
): WeighedStem[] {
  return [...stems]
    .map((stem) => ({ stem, weight: rarity(stem) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_WORDS);
}

export function hasFigure({ core }: Need): boolean {
  return core.some(({ stem }) => /\d/.test(stem));
}

/**
 * Whether the needed detail has no name. If it has one, a text without this name does not state the
 * detail: a memory copies names and does not replace them by other words.
 */
export function hasNoName({ core, words }: Need): boolean {
  const own = new Set(core.map(({ stem }) => stem));
  return !words.some(({ text, stem }) => own.has(stem) && /^\p{Lu}/u.test(text));
}

/**
 * Whether the needed detail has no name, figure or time. A memory copies names, figures and times,
 * but may state any other detail in other words.
 */
export function mayBeReworded(need: Need): boolean {
  return need.days === undefined && hasNoName(need) && !hasFigure(need);
}

/** Whether a text has a namesake of the person in the detail, but not the person's own name. */
export function namesOther(stems: readonly string[], { core, namesakes }: Need): boolean {
  if (namesakes === undefined || !stems.some((stem) => namesakes.has(stem))) return false;
  const like = [...namesakes];
  return !core.some(
    ({ stem }) =>
      stems.includes(stem) && like.some((each) => letterLikeness(stem, each) >= ANSWER_WORDS_ALIKE),
  );
}

/** A question and its expected answer, prepared for comparison with messages. */
export interface AskedQuestion {
  readonly queryStems: readonly string[];
  /** For each person whom the question lists, the stems of the name (see `asked-together.ts`). */
  readonly askedTogether: readonly (readonly string[])[];
  /** Whether the question asks for an inference. Then perhaps no message states the answer. */
  readonly isInferred: boolean;
  /** Whether the question asks for a person ("who", "whose"). */
  readonly asksForPerson: boolean;
  /** Whether the question and the expected answer are in another language than the messages. */
  readonly isTranslated: boolean;
  readonly expected: ExpectedAnswer;
  readonly corpus: MessageCorpus;
}

export interface NeedsInput extends AskedQuestion {
  readonly evidence: readonly Variable[];
  /** All expected answers of the case, as one text. */
  readonly answer: string;
}
