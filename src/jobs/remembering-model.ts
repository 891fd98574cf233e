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
  type Embedded,
  type Model,
  type ModelFailure,
  type ModelRequest,
  NOTHING_SPENT,
  type Spent,
  type Structured,
  type StructuredRequest,
  sumSpent,
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

/** Texts whose vectors are one row: well under 2 MB, and unchanged where a graph grows. */
const EMBEDDED_AT_ONCE = 16;

export class RememberingModel implements Model {
  readonly name: string;
  readonly embed?: (texts: readonly string[]) => Promise<Embedded>;
  readonly #deps: Remembering;
  #isOutOfTime = false;

  constructor(deps: Remembering) {
    this.name = deps.model.name;
    this.#deps = deps;
    const embed = deps.model.embed?.bind(deps.model);
    if (embed) this.embed = (texts) => this.#embed(texts, embed);
  }

  /** Whether a question was not asked for want of time. What is known then is not the whole. */
  get isOutOfTime(): boolean {
    return this.#isOutOfTime;
  }

  ask<T>(request: StructuredRequest<T>): Promise<Structured<T>> {
    return askStructured(this, request);
  }

  complete(request: ModelRequest): Promise<Completed> {
    const { model } = this.#deps;
    return this.#remembered(keyOf(model.name, request), () => model.complete(request));
  }

  async #embed(texts: readonly string[], embed: NonNullable<Model["embed"]>): Promise<Embedded> {
    const all: (readonly number[])[] = [];
    let spent = NOTHING_SPENT;
    for (let start = 0; start < texts.length; start += EMBEDDED_AT_ONCE) {
      const some = texts.slice(start, start + EMBEDDED_AT_ONCE);
      const key = hashOf({ model: this.name, embed: some });
      const answer = await this.#remembered(key, async () => packed(await embed(some)));
      if (!answer.ok) return answer;
      all.push(...answer.vectors.map(unpacked));
      spent = sumSpent(spent, answer.spent);
    }
    return { ok: true, vectors: all, spent };
  }

  async #remembered<T extends { readonly ok: true; readonly spent: Spent }>(
    key: string,
    ask: () => Promise<T | ModelFailure>,
  ): Promise<T | ModelFailure> {
    const { repository, graph, usdPerDay, until, now } = this.#deps;
    const known = await repository.answer(graph, key);
    if (known !== undefined) return JSON.parse(known) as T;
    if (now() >= until) {
      this.#isOutOfTime = true;
      return notAsked("unavailable", "The attribution ran out of time.");
    }
    const { usd } = await repository.spentOn(now());
    if (usd >= usdPerDay) {
      const message = `The project's budget of $${usdPerDay} a day for its model is used up.`;
      return notAsked("over_budget", message);
    }
    const answer = await ask();
    if (answer.ok) {
      await repository.keep(graph, key, JSON.stringify(answer), answer.spent, now());
    }
    return answer;
  }
}

type Packed = { readonly ok: true; readonly vectors: readonly string[]; readonly spent: Spent };

/** Numbers of four bytes in base64: a fifth of what they take in JSON. */
function packed(answer: Embedded): Packed | ModelFailure {
  if (!answer.ok) return answer;
  const vectors = answer.vectors.map((vector) =>
    Buffer.from(new Float32Array(vector).buffer).toString("base64"),
  );
  return { ok: true, vectors, spent: answer.spent };
}

function unpacked(text: string): number[] {
  const bytes = new Uint8Array(Buffer.from(text, "base64"));
  return [...new Float32Array(bytes.buffer)];
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
  return hashOf(all);
}

function hashOf(all: object): string {
  return createHash("sha256").update(JSON.stringify(all)).digest("base64url");
}
