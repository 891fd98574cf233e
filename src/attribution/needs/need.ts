/** Defines a need: one detail that the answer of a case needs, with the statement around it. */
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
  /** Whether the detail is only a premise: necessary for the answer, but no answer by itself. */
  readonly isPremise?: boolean;
  /** The part of the expected answer to which the detail belongs; absent if there are several. */
  readonly answer?: string;
  /**
   * The words of the detail; empty if the detail is a time. At most `MAX_WORDS`, because each word
   * is one bit of a 32-bit number.
   */
  readonly core: readonly WeighedStem[];
  /** The other words of the statement. A text with these words makes the same statement. */
  readonly around: readonly WeighedStem[];
  /** Number of sentences that the statement spans in its message. */
  readonly sentences: number;
  /** The days that the detail means; absent if the detail is no time. */
  readonly days?: Days;
  /** The day on which the message was sent, in days since 1970. */
  readonly day: number | undefined;
  /** Stem of the name of the message's speaker. */
  readonly subject: string | undefined;
  /** Stems of the names of other speakers in the statement. */
  readonly others: ReadonlySet<string>;
  /** The statement in the message's words. */
  readonly statement: string;
  /** The content words of the statement: as written, and as stems. */
  readonly words: readonly { readonly text: string; readonly stem: string }[];
  /**
   * For each sentence of the statement: the stems of all its words in order. Function words are
   * their own stems.
   */
  readonly order: readonly (readonly string[])[];
  /** Stems of the words that name the time; empty if the detail is no time. */
  readonly timeWords: ReadonlySet<string>;
  /** Whether the statement is negative. Set only if the answer is yes or no. */
  readonly negated?: boolean;
  /**
   * Stem of the name of the person whom the detail is about. Set only if the question asks the same
   * thing about several people.
   */
  readonly person?: string;
  /** Ids of the messages that state the detail. */
  readonly sources: readonly string[];
}

export interface Needs {
  readonly needs: readonly Need[];
  /**
   * Statements that may imply a missing part of the answer. Filled only if the evidence states all
   * parts except one. Then these are the statements of the evidence messages that have no need yet.
   */
  readonly implied: readonly Need[];
  /** Parts and times of the expected answer that no evidence message states. */
  readonly unsupported: readonly string[];
  /**
   * True if no evidence message has the answer's words. Then the tracer follows whole statements of
   * the evidence.
   */
  readonly paraphrased: boolean;
}

/**
 * Maximum words of the detail, and of the words around it. Each word is one bit, and bit operations
 * in JavaScript use 32-bit numbers.
 */
export const MAX_WORDS = 30;

/** Returns the rarest stems with their weights, at most `MAX_WORDS`. */
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
  /** For each person in the question's lists of people: the stems of the name. */
  readonly askedTogether: readonly (readonly string[])[];
  /** Whether the question asks for an inference. Then messages need not state the answer. */
  readonly isInferred: boolean;
  readonly expected: ExpectedAnswer;
  readonly corpus: MessageCorpus;
}

export interface NeedsInput extends AskedQuestion {
  readonly evidence: readonly Variable[];
  /** All expected answers of the case, as one text. */
  readonly answer: string;
}
