/**
 * Defines `Need`: one detail that the expected answer needs, with the statement that contains the
 * detail.
 */
import type { Variable } from "../../graph/model.ts";
import type { Detail } from "../../protocol/api/attribution.ts";
import type { Days } from "../../text/calendar.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import type { ExpectedAnswer } from "./expected-answer.ts";

export interface WeighedStem {
  readonly stem: string;
  readonly weight: number;
}

export interface Need extends Detail {
  /**
   * Whether the answer only presupposes the detail. Such a detail is necessary for the answer, but
   * it answers nothing by itself.
   */
  readonly isPremise?: boolean;
  /**
   * The part of the expected answer to which the detail belongs; absent if the detail does not
   * belong to exactly one part.
   */
  readonly answer?: string;
  /**
   * The words of the detail; empty if the detail is a time. At most `MAX_WORDS` words, because each
   * word is one bit of a 32-bit number.
   */
  readonly core: readonly WeighedStem[];
  /**
   * The statement's words that are not in the detail. A text with these words probably makes the
   * same statement.
   */
  readonly around: readonly WeighedStem[];
  /** Number of sentences that the statement spans in its message. */
  readonly sentences: number;
  /** The days that the detail means; absent if the detail is not a time. */
  readonly days?: Days;
  /** The day on which the message was sent, in days since 1970. */
  readonly day: number | undefined;
  /** Stem of the speaker's name, if the statement is about its speaker; otherwise undefined. */
  readonly subject: string | undefined;
  /** Stems of the names of other speakers in the statement. */
  readonly others: ReadonlySet<string>;
  /** The sentences that state the detail, as written in the message. */
  readonly statement: string;
  /** The content words of the statement: as written, and as stems. */
  readonly words: readonly { readonly text: string; readonly stem: string }[];
  /**
   * For each sentence of the statement: the stems of all its words, in the order of the words. A
   * function word is its own stem.
   */
  readonly order: readonly (readonly string[])[];
  /** Stems of the words that name the time; empty if the detail is not a time. */
  readonly timeWords: ReadonlySet<string>;
  /**
   * Whether the statement is negative. This field is set only if the expected answer is yes or no.
   */
  readonly negated?: boolean;
  /**
   * Stem of the name of the person whom the detail is about. This field is set only if the question
   * asks the same thing about several people.
   */
  readonly person?: string;
  /** Ids of the messages that state the detail. */
  readonly sources: readonly string[];
}

export interface Needs {
  readonly needs: readonly Need[];
  /**
   * Statements that possibly imply a part of the answer that no evidence message states. Each is
   * the statement of an evidence message from which no needed detail was taken. The list is filled
   * only if the evidence states all parts except one.
   */
  readonly implied: readonly Need[];
  /** Parts and times of the expected answer that no evidence message states. */
  readonly unsupported: readonly string[];
  /**
   * True if no evidence message has words of the expected answer. Then the tracer follows whole
   * statements of the evidence messages.
   */
  readonly paraphrased: boolean;
}

/**
 * Maximum number of words in the detail, and maximum number of other words in its statement. Each
 * word is one bit, and bit operations in JavaScript use 32-bit numbers.
 */
export const MAX_WORDS = 30;

/** Returns the stems with their weights, rarest first. Returns at most `MAX_WORDS` stems. */
export function weighedStems(
  stems: Iterable<string>,
  { rarity }: Pick<MessageCorpus, "rarity">,
): WeighedStem[] {
  return [...stems]
    .map((stem) => ({ stem, weight: rarity(stem) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_WORDS);
}

/** The question of a case and its expected answer, prepared for comparison with messages. */
export interface AskedQuestion {
  readonly queryStems: readonly string[];
  /** The name stems of each person whom the question lists (see `asked-together.ts`). */
  readonly askedTogether: readonly (readonly string[])[];
  /** Whether the question asks for an inference. If so, perhaps no message states the answer. */
  readonly isInferred: boolean;
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
