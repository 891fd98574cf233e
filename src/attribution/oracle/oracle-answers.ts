/** The oracle's answers about one case: each question once, up to a budget, and what follows from them. */
import type { AskedDetail, Judged, Judgement } from "../carry/carry-answers.ts";

export interface CarryQuestion {
  readonly text: string;
  readonly detail: AskedDetail;
}

/** Questions in a row without an answer, after which nobody is asked any more. */
const MAX_UNANSWERED = 2;

/** Undefined where there is no answer. */
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

  /** Whether it was asked to the end where the detail is. */
  readonly isFollowed = (detail: AskedDetail): boolean => this.#followed.has(detailKey(detail));

  /** Holds the detail as followed, unless its questions were cut short after those of another. */
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

  /** Holds as answered what follows from other answers. */
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
