/** The details that an answer needs, and what they are worked out from. */
import type { Variable } from "../../graph/model.ts";
import type { Detail } from "../../protocol/api/attribution.ts";
import type { Days } from "../../text/calendar.ts";
import type { Reading } from "../evidence/message-corpus.ts";
import type { ExpectedAnswer } from "./expected-answer.ts";

export interface WeighedStem {
  readonly stem: string;
  readonly weight: number;
}

export interface Need extends Detail {
  /** The detail itself; empty where it is a time. At most 30, so that a match fits in bits. */
  readonly core: readonly WeighedStem[];
  /** The rest of the statement, by which a text is known to state it of the same thing. */
  readonly around: readonly WeighedStem[];
  /** Sentences that the statement spans in its message. */
  readonly sentences: number;
  /** The days that the detail means, where it is a time. */
  readonly days?: Days;
  /** The day on which the message was said. */
  readonly day: number | undefined;
  /** Stem of the name of whoever says it. */
  readonly subject: string | undefined;
  /** Stems of other speakers whom the statement names. */
  readonly others: ReadonlySet<string>;
  /** The statement as the message words it. */
  readonly statement: string;
  /** Its content words as written, with their stems. */
  readonly words: readonly { readonly text: string; readonly stem: string }[];
  /** All words of each of its sentences in order, as stems; function words as they are. */
  readonly order: readonly (readonly string[])[];
  /** Stems of the words that name the time, where the detail is one. */
  readonly timeWords: ReadonlySet<string>;
  /** Where the answer is yes or no: whether the statement denies. */
  readonly negated?: boolean;
  /** Messages that state the detail. */
  readonly sources: readonly string[];
}

export interface Needs {
  readonly needs: readonly Need[];
  /** Parts and times of the expected answer that no given message states. */
  readonly unsupported: readonly string[];
  /** True where the answer words are not in the evidence and its whole statement is followed. */
  readonly paraphrased: boolean;
}

export interface NeedsInput {
  readonly expected: ExpectedAnswer;
  readonly evidence: readonly Variable[];
  readonly queryStems: readonly string[];
  readonly reading: Reading;
}
