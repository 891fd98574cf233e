/**
 * The topic of a generated conversation: a fact, as its speaker says it and as a memory stores it.
 */
import type { Draw } from "./draw.ts";

export type Language = "en" | "de" | "zh";

/** Kinds of question, named by the kind of their answer. */
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
  /** The text that a memory stores if it rewrites messages. */
  readonly stored: string;
  /** Whether the other speaker says this fact. */
  readonly byOther?: boolean;
}

export interface Topic {
  readonly kind: QuestionKind;
  readonly turns: readonly Turn[];
  readonly question: string;
  readonly expected: readonly string[];
  /** Wrong texts that a step may store for the last turn, each with the answer that results. */
  readonly wrong: Readonly<Record<string, readonly [stored: string, answer: string]>>;
  /** The right answer in other words. */
  readonly right?: string;
  /** A wrong answer that uses the words of the right one. */
  readonly lookalike?: string;
  /** The fact that held before this one. */
  readonly earlier?: readonly [said: string, stored: string, answer: string];
}

export type TopicMaker = (draw: Draw) => Topic;

export interface Conversation {
  readonly language: Language;
  readonly speakers: readonly string[];
  readonly topics: readonly TopicMaker[];
  /** Chat, as the speaker says it and as a memory stores it. */
  readonly chat: (draw: Draw) => readonly [said: string, stored: string];
  /** Remarks before or after a fact, in the same message. */
  readonly asides: readonly string[];
  readonly unknown: readonly string[];
}
