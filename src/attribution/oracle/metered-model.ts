/**
 * Wraps a model with a budget. Adds up the cost of a case's model calls and refuses calls beyond
 * the budget.
 */
import {
  type Completed,
  type Embedded,
  type Model,
  type ModelFailure,
  type ModelRequest,
  NOTHING_SPENT,
  type Spent,
  type Structured,
  type StructuredRequest,
  sumSpent,
} from "../../protocol/model.ts";

export interface CaseBudget {
  readonly usd: number;
  /** Maximum number of tokens. Without prices for the model endpoint, this is the only limit. */
  readonly tokens: number;
}

export class MeteredModel implements Model {
  readonly name: string;
  readonly embed?: (texts: readonly string[]) => Promise<Embedded>;
  readonly #model: Model;
  readonly #budget: CaseBudget;
  #spent: Spent = NOTHING_SPENT;
  #wasAsked = false;

  constructor(model: Model, budget: CaseBudget) {
    this.name = model.name;
    this.#model = model;
    this.#budget = budget;
    const embed = model.embed?.bind(model);
    if (embed) this.embed = async (texts) => this.#count(this.#refusal() ?? (await embed(texts)));
  }

  get spent(): Spent {
    return this.#spent;
  }

  get wasAsked(): boolean {
    return this.#wasAsked;
  }

  async complete(request: ModelRequest): Promise<Completed> {
    return this.#count(await (this.#refusal() ?? this.#model.complete(request)));
  }

  async ask<T>(request: StructuredRequest<T>): Promise<Structured<T>> {
    return this.#count(await (this.#refusal() ?? this.#model.ask(request)));
  }

  #refusal(): ModelFailure | undefined {
    const { usd, inputTokens, outputTokens } = this.#spent;
    const isPaid = usd >= this.#budget.usd;
    if (!isPaid && inputTokens + outputTokens < this.#budget.tokens) return undefined;
    const budget = isPaid ? `$${this.#budget.usd}` : `${this.#budget.tokens} tokens`;
    const message = `The budget of ${budget} for one case is used up; nothing more was asked.`;
    return { ok: false, reason: "over_budget", message, spent: NOTHING_SPENT };
  }

  #count<T extends { readonly spent: Spent }>(answer: T): T {
    this.#spent = sumSpent(this.#spent, answer.spent);
    this.#wasAsked = true;
    return answer;
  }
}
