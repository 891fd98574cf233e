/** What a generated conversation is about: a fact in the words of its speaker, and in those of a memory. */
import type { Draw } from "./draw.ts";

export type Language = "en" | "de" | "zh";

/** The kinds of question, by what its answer is. */
export type QuestionKind =
  | "value"
  | "number"
  | "money"
  | "date"
  | "clock"
  | "yes or no"
  | "roles"
  | "list"
  | "several hops"
  | "count"
  | "sum"
  | "duration"
  | "comparison"
  | "preference"
  | "reason"
  | "not said";

export interface Turn {
  readonly said: string;
  /** As a memory puts it that rewrites. */
  readonly stored: string;
  /** Said by the other speaker. */
  readonly byOther?: boolean;
}

export interface Topic {
  readonly kind: QuestionKind;
  readonly turns: readonly Turn[];
  readonly question: string;
  readonly expected: readonly string[];
  /** What a step may make of the last turn, and the answer that follows from it. */
  readonly wrong: Readonly<Record<string, readonly [stored: string, answer: string]>>;
  /** The right answer in other words. */
  readonly right?: string;
  /** A wrong answer in the words of the right one. */
  readonly lookalike?: string;
  /** What was true before. */
  readonly earlier?: readonly [said: string, stored: string, answer: string];
}

export type TopicMaker = (draw: Draw) => Topic;

export interface Conversation {
  readonly language: Language;
  readonly speakers: readonly string[];
  readonly topics: readonly TopicMaker[];
  /** What is said beside: in the speaker's words, and as a memory puts it. */
  readonly chat: (draw: Draw) => readonly [said: string, stored: string];
  /** Said before or after a fact, in the same message. */
  readonly asides: readonly string[];
  readonly unknown: readonly string[];
}
