/**
 * The oracle's answers about one case: asks each question once, up to a budget, and derives
 * answers.
 */
import type { AskedDetail, Judged, Judgement } from "../carry/carry-answers.ts";

export interface CarryQuestion {
  readonly text: string;
  readonly detail: AskedDetail;
}

/** After this many consecutive questions without an answer, no more are asked. */
const MAX_UNANSWERED = 2;

/** Undefined if there is no answer. */
export type AskCarry = (question: CarryQuestion) => Promise<Judgement | undefined>;

export class Answers {
  readonly #ask: AskCarry;
  readonly #maxQuestions: number;
  readonly #known = new Map<string, Judgement>();
  readonly #followed = new Set<string>();
  #count = 0;
  /** Without an answer. */
  readonly #open = new Set<string>();
  #unanswered = 0;

  constructor(ask: AskCarry, maxQuestions: number) {
    this.#ask = ask;
    this.#maxQuestions = maxQuestions;
  }

  get count(): number {
    return this.#count;
  }

  get isExhausted(): boolean {
    return this.#unanswered >= MAX_UNANSWERED || this.#count >= this.#maxQuestions;
  }

  /** Whether the questions about the detail's place were asked to the end. */
  readonly isFollowed = (detail: AskedDetail): boolean => this.#followed.has(detailKey(detail));

  /** Marks the detail as followed, unless the budget ended its questions early. */
  follow(detail: AskedDetail): void {
    if (!this.isExhausted || this.#followed.size === 0) this.#followed.add(detailKey(detail));
  }

  readonly judged: Judged = (text, detail) => this.#known.get(keyOf(text, detail));

  async ask(text: string, detail: AskedDetail): Promise<Judgement | undefined> {
    const known = this.judged(text, detail);
    if (known !== undefined) return known;
    if (text.trim() === "") return "no";
    if (this.isExhausted || this.#open.has(keyOf(text, detail))) return undefined;
    const answer = await this.#ask({ text, detail });
    if (answer === undefined) {
      this.#unanswered += 1;
      this.#open.add(keyOf(text, detail));
      return undefined;
    }
    this.#unanswered = 0;
    this.#count += 1;
    this.#known.set(keyOf(text, detail), answer);
    return answer;
  }

  /** Marks questions as answered if their answer follows from other answers. */
  conclude(text: string, detail: AskedDetail, judgement: Judgement): void {
    if (this.judged(text, detail) === undefined) this.#known.set(keyOf(text, detail), judgement);
  }
}

function keyOf(text: string, detail: AskedDetail): string {
  return `${detailKey(detail)}\n${text}`;
}

function detailKey({ text, statement }: AskedDetail): string {
  return `${text}\n${statement}`;
}
