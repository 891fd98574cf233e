/**
 * Caches a model's answers for a graph or a job, so that the same request is never paid twice. Also
 * enforces the project's daily budget.
 */
import type { AnswerScope, ModelRepository } from "../../database/jobs/model-repository.ts";
import { embedInGroups, requestKey } from "../../llm/stored-answers.ts";
import { askStructured } from "../../llm/structured.ts";
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

export interface Remembering {
  readonly model: Model;
  readonly repository: ModelRepository;
  readonly scope: AnswerScope;
  readonly usdPerDay: number;
  /**
   * After this time, the model gets no further question. The first question of a run is always
   * allowed, so that each run makes progress.
   */
  readonly until: number;
  /** Cost of the job's earlier runs. `usdAtMost` is the maximum cost of all runs together. */
  readonly paidBefore?: Spent;
  readonly usdAtMost?: number;
  /** Maximum number of questions. After them, the job continues in another invocation. */
  readonly callsAtMost?: number;
  now(): number;
}

/**
 * The limit because of which a question was not asked. With `time`, the run has used up its time or
 * its number of questions. With `day`, the project's daily budget is used up. With `job`, the job's
 * budget is used up.
 */
export type Limit = "time" | "day" | "job";

export class RememberingModel implements Model {
  readonly name: string;
  readonly embed?: (texts: readonly string[]) => Promise<Embedded>;
  readonly #deps: Remembering;
  #limit: Limit | undefined;
  #asked = 0;
  #spent: Spent = NOTHING_SPENT;
  #paid: Spent;

  constructor(deps: Remembering) {
    this.name = deps.model.name;
    this.#deps = deps;
    this.#paid = deps.paidBefore ?? NOTHING_SPENT;
    const embed = deps.model.embed?.bind(deps.model);
    if (embed) {
      this.embed = (texts) =>
        embedInGroups(this.name, texts, embed, (key, ask, some) =>
          this.#remembered(key, deps.model.mostUsdEmbedding?.(some) ?? 0, ask),
        );
    }
  }

  /**
   * The limit that stopped a question, so that the result is incomplete. Undefined if every
   * question was asked.
   */
  get limit(): Limit | undefined {
    return this.#limit;
  }

  /**
   * Cost of all answers that this object returned. Cached answers count with their original cost.
   */
  get spent(): Spent {
    return this.#spent;
  }

  /** Cost of all runs of the job so far, including answers that are no longer cached. */
  get paid(): Spent {
    return this.#paid;
  }

  ask<T>(request: StructuredRequest<T>): Promise<Structured<T>> {
    return askStructured(this, request);
  }

  complete(request: ModelRequest): Promise<Completed> {
    const { model } = this.#deps;
    return this.#remembered(requestKey(model.name, request), model.mostUsd?.(request) ?? 0, () =>
      model.complete(request),
    );
  }

  async #remembered<T extends { readonly ok: true; readonly spent: Spent }>(
    key: string,
    mostUsd: number,
    ask: () => Promise<T | ModelFailure>,
  ): Promise<T | ModelFailure> {
    const { repository, scope } = this.#deps;
    const known = await repository.answer(scope, key);
    const answer =
      known === undefined ? await this.#askAnew(key, mostUsd, ask) : (JSON.parse(known) as T);
    this.#spent = sumSpent(this.#spent, answer.spent);
    return answer;
  }

  async #askAnew<T extends { readonly ok: true; readonly spent: Spent }>(
    key: string,
    mostUsd: number,
    ask: () => Promise<T | ModelFailure>,
  ): Promise<T | ModelFailure> {
    const { repository, scope, now, usdPerDay } = this.#deps;
    const refusal = this.#refusal();
    if (refusal !== undefined) return refusal;
    const reserved = await repository.reserve(mostUsd, usdPerDay, now());
    if (reserved === undefined) {
      this.#limit = "day";
      const message = `The project's budget of $${usdPerDay} a day for its model is used up.`;
      return notAsked("over_budget", message);
    }
    this.#asked += 1;
    const answer = await ask();
    if (answer.ok)
      await repository.keep(scope, key, JSON.stringify(answer), answer.spent, reserved);
    else await repository.settle(scope, answer.spent, reserved);
    this.#paid = sumSpent(this.#paid, answer.spent);
    return answer;
  }

  #refusal(): ModelFailure | undefined {
    const { until, usdAtMost, callsAtMost, now } = this.#deps;
    const isLate = now() >= until && this.#asked > 0;
    if (isLate || this.#asked >= (callsAtMost ?? Number.POSITIVE_INFINITY)) {
      this.#limit = "time";
      return notAsked("unavailable", "The time for one run is used up.");
    }
    if (usdAtMost !== undefined && this.#paid.usd >= usdAtMost) {
      this.#limit = "job";
      return notAsked("over_budget", `The budget of $${usdAtMost} for one job is used up.`);
    }
    return undefined;
  }
}

function notAsked(reason: ModelFailure["reason"], message: string): ModelFailure {
  return { ok: false, reason, message, spent: NOTHING_SPENT };
}
