/** The details that an answer needs, and the data from which these details are computed. */
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
  /** Whether the detail is only a premise, which alone gives no answer. */
  readonly isPremise?: boolean;
  /** The part of the expected answer to which the detail belongs, if there is exactly one. */
  readonly answer?: string;
  /**
   * The words of the detail; empty if the detail is a time. At most 30, so that a match fits in the
   * bits of a number.
   */
  readonly core: readonly WeighedStem[];
  /** The other words of the statement. These words show whether a text is about the same thing. */
  readonly around: readonly WeighedStem[];
  /** Number of sentences that the statement spans in its message. */
  readonly sentences: number;
  /** The days that the detail means, if the detail is a time. */
  readonly days?: Days;
  /** The day on which the message was said, in days since 1970. */
  readonly day: number | undefined;
  /** Stem of the speaker's name. */
  readonly subject: string | undefined;
  /** Stems of other speakers that the statement names. */
  readonly others: ReadonlySet<string>;
  /** The statement in the message's words. */
  readonly statement: string;
  /** The content words of the statement as written, with their stems. */
  readonly words: readonly { readonly text: string; readonly stem: string }[];
  /**
   * For each sentence of the statement, the stems of all words in order. Function words are
   * unchanged.
   */
  readonly order: readonly (readonly string[])[];
  /** Stems of the words that name the time, if the detail is a time. */
  readonly timeWords: ReadonlySet<string>;
  /** Whether the statement is negative, if the answer is yes or no. */
  readonly negated?: boolean;
  /**
   * Name stem of the person to whom the detail belongs. Set only if the question asks the same
   * thing about several people.
   */
  readonly person?: string;
  /** Messages that state the detail. */
  readonly sources: readonly string[];
}

export interface Needs {
  readonly needs: readonly Need[];
  /**
   * Set only if the evidence states the expected answer except for exactly one part. Then these are
   * the statements of evidence messages without a need, because they may imply that part. Otherwise
   * empty.
   */
  readonly implied: readonly Need[];
  /** Parts and times of the expected answer that no evidence message states. */
  readonly unsupported: readonly string[];
  /**
   * True if the evidence does not have the answer's words, so the tracer follows the whole
   * statement of the evidence.
   */
  readonly paraphrased: boolean;
}

/**
 * Maximum words of the detail, and maximum words around the detail. With more words, a match would
 * not fit in the bits of a number.
 */
export const MAX_WORDS = 30;

/** Returns the rarest stems, each with its weight. */
export function weighedStems(
  stems: Iterable<string>,
  { rarity }: Pick<MessageCorpus, "rarity">,
): WeighedStem[] {
  return [...stems]
    .map((stem) => ({ stem, weight: rarity(stem) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_WORDS);
}

/** The question and its expected answer, prepared for comparison with messages. */
export interface AskedQuestion {
  readonly queryStems: readonly string[];
  /** The name stems of each person in the question's lists of people. */
  readonly askedTogether: readonly (readonly string[])[];
  /** Whether the question asks for an inference. Then no message needs to state the answer. */
  readonly isInferred: boolean;
  readonly expected: ExpectedAnswer;
  readonly corpus: MessageCorpus;
}

export interface NeedsInput extends AskedQuestion {
  readonly evidence: readonly Variable[];
  /** The whole expected answer. */
  readonly answer: string;
}
