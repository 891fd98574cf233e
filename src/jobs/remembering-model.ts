/**
 * A model whose answers are kept: the same request of the same graph is never paid for twice, so an
 * attribution that broke off goes on where it was, and one that is repeated costs nothing. Keeps
 * the day's budget of the project.
 */
import { createHash } from "node:crypto";
import * as z from "zod";
import { askStructured } from "../llm/structured.ts";
import {
  type Completed,
  type Completion,
  type Model,
  type ModelFailure,
  type ModelRequest,
  NOTHING_SPENT,
  type Structured,
  type StructuredRequest,
} from "../protocol/model.ts";
import type { ModelRepository } from "../storage/model-repository.ts";

export interface Remembering {
  readonly model: Model;
  readonly repository: ModelRepository;
  readonly graph: string;
  readonly usdPerDay: number;
  /** From then on nothing more is asked: the job has to end in time. */
  readonly until: number;
  now(): number;
}

export class RememberingModel implements Model {
  readonly name: string;
  readonly #deps: Remembering;
  #isOutOfTime = false;

  constructor(deps: Remembering) {
    this.name = deps.model.name;
    this.#deps = deps;
  }

  /** Whether a question was not asked for want of time. What is known then is not the whole. */
  get isOutOfTime(): boolean {
    return this.#isOutOfTime;
  }

  ask<T>(request: StructuredRequest<T>): Promise<Structured<T>> {
    return askStructured(this, request);
  }

  async complete(request: ModelRequest): Promise<Completed> {
    const { model, repository, graph, usdPerDay, until, now } = this.#deps;
    const key = keyOf(model.name, request);
    const known = await repository.answer(graph, key);
    if (known !== undefined) return JSON.parse(known) as Completion;
    if (now() >= until) {
      this.#isOutOfTime = true;
      return notAsked("unavailable", "The attribution ran out of time.");
    }
    const { usd } = await repository.spentOn(now());
    if (usd >= usdPerDay) {
      return notAsked(
        "over_budget",
        `The project's budget of $${usdPerDay} a day for its model is used up.`,
      );
    }
    const answer = await model.complete(request);
    if (answer.ok) {
      await repository.keep(graph, key, JSON.stringify(answer), answer.spent, now());
    }
    return answer;
  }
}

function notAsked(reason: ModelFailure["reason"], message: string): ModelFailure {
  return { ok: false, reason, message, spent: NOTHING_SPENT };
}

/** Everything that the answer depends on. */
function keyOf(model: string, { messages, tools, schema, maxTokens }: ModelRequest): string {
  const all = {
    ...{ model, messages, maxTokens },
    schema: schema === undefined ? null : z.toJSONSchema(schema),
    tools: (tools ?? []).map(({ name, description, parameters }) => ({
      ...{ name, description, parameters: z.toJSONSchema(parameters) },
    })),
  };
  return createHash("sha256").update(JSON.stringify(all)).digest("base64url");
}
