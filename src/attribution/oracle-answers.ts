/** The oracle's answers about one case: each question once, up to a budget, and what follows from them. */
import type { AskedDetail, Judged, Judgement } from "./judged.ts";

export interface CarryQuestion {
  readonly text: string;
  readonly detail: AskedDetail;
}

/** Undefined where nobody can be asked any more. */
export type AskCarry = (question: CarryQuestion) => Promise<Judgement | undefined>;

export class Answers {
  readonly #ask: AskCarry;
  readonly #maxQuestions: number;
  readonly #known = new Map<string, Judgement>();
  #count = 0;
  #isExhausted = false;

  constructor(ask: AskCarry, maxQuestions: number) {
    this.#ask = ask;
    this.#maxQuestions = maxQuestions;
  }

  get count(): number {
    return this.#count;
  }

  get isExhausted(): boolean {
    return this.#isExhausted;
  }

  readonly judged: Judged = (text, detail) => this.#known.get(keyOf(text, detail));

  async ask(text: string, detail: AskedDetail): Promise<Judgement | undefined> {
    const known = this.judged(text, detail);
    if (known !== undefined || this.#isExhausted) return known;
    const isEmpty = text.trim() === "";
    const mayAsk = this.#count < this.#maxQuestions;
    const answer = isEmpty ? "no" : mayAsk ? await this.#ask({ text, detail }) : undefined;
    if (answer === undefined) {
      this.#isExhausted = true;
      return undefined;
    }
    if (!isEmpty) this.#count += 1;
    this.#known.set(keyOf(text, detail), answer);
    return answer;
  }

  /** Holds as answered what follows from other answers. */
  conclude(text: string, detail: AskedDetail, judgement: Judgement): void {
    if (this.judged(text, detail) === undefined) this.#known.set(keyOf(text, detail), judgement);
  }
}

function keyOf(text: string, { text: detail, statement }: AskedDetail): string {
  return `${detail}\n${statement}\n${text}`;
}
