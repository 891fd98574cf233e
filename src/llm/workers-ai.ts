/**
 * Calls the models of Workers AI, which Cloudflare runs itself. They need no key, only a binding.
 * The models do not share one input field for the schema of the wanted JSON. So the prompt
 * describes the schema in words. An answer has the format of a chat completion, or a format of
 * Workers AI.
 */
import * as z from "zod/mini";
import type { ModelRequest, ToolCall } from "../protocol/model.ts";
import { checkSize, type EndpointAnswer, estimate } from "./answer-parts.ts";
import { type Concession, chatRequest } from "./chat-request.ts";
import type { EndpointVectors, ModelClient, ModelEndpoint } from "./endpoint.ts";
import { type Fault, faultOf, quoted } from "./fault.ts";
import { Patience, type PatienceLimits } from "./patience.ts";

/** The part of the binding that this file uses. */
export interface WorkersAiBinding {
  run(model: string, input: object): Promise<unknown>;
}

/**
 * This text is not a real URL. If an endpoint has it in place of a URL, requests to the endpoint go
 * to the Workers AI of this deployment.
 */
export const WORKERS_AI = "workers-ai";

/** Fields that some models do not accept. No request contains them. */
const CONCEDED: ReadonlySet<Concession> = new Set([
  "response_format",
  "stream_options",
  "max_completion_tokens",
]);

const Arguments = z.union([z.string(), z.record(z.string(), z.unknown())]);
const Call = z.union([
  z.object({
    id: z.optional(z.string()),
    function: z.object({ name: z.string(), arguments: Arguments }),
  }),
  z.object({ id: z.optional(z.string()), name: z.string(), arguments: z.optional(Arguments) }),
]);
const Said = z.nullish(z.union([z.string(), z.record(z.string(), z.unknown())]));
const Usage = z.nullish(
  z.object({ prompt_tokens: z.optional(z.number()), completion_tokens: z.optional(z.number()) }),
);
const Calls = z.nullish(z.array(Call));
const TextAnswer = z.union([
  z.object({
    choices: z
      .array(z.object({ message: z.object({ content: Said, tool_calls: Calls }) }))
      .check(z.minLength(1)),
    usage: Usage,
  }),
  z.object({ response: Said, tool_calls: Calls, usage: Usage }),
]);
const VectorAnswer = z.object({ data: z.array(z.array(z.number()).check(z.minLength(1))) });

/**
 * Returns the function `otherClient` of a pool. The function creates a client for an endpoint of
 * Workers AI, and returns undefined for any other endpoint.
 */
export function workersAiClient(binding: WorkersAiBinding | undefined, limits: PatienceLimits) {
  return (endpoint: ModelEndpoint): ModelClient | undefined =>
    endpoint.url === WORKERS_AI && binding
      ? new WorkersAiClient(endpoint, binding, limits)
      : undefined;
}

class WorkersAiClient implements ModelClient {
  readonly endpoint: ModelEndpoint;
  readonly #binding: WorkersAiBinding;
  readonly #limits: PatienceLimits;

  constructor(endpoint: ModelEndpoint, binding: WorkersAiBinding, limits: PatienceLimits) {
    this.endpoint = endpoint;
    this.#binding = binding;
    this.#limits = limits;
  }

  async ask(request: ModelRequest): Promise<EndpointAnswer | Fault> {
    const { model, stream: _, ...input } = chatRequest(this.endpoint.model, request, CONCEDED);
    try {
      return answerOf(await this.#run(model, input), input.messages);
    } catch (error) {
      return workersAiFault(error);
    }
  }

  async embed(texts: readonly string[]): Promise<EndpointVectors | Fault> {
    try {
      const answer = await this.#run(this.endpoint.embeddingsModel, { text: [...texts] });
      const { data: vectors } = z.parse(VectorAnswer, answer);
      if (vectors.length !== texts.length) throw new Error("not a vector for each text");
      return { ok: true, vectors, tokens: estimate(texts.join("").length) };
    } catch (error) {
      return workersAiFault(error);
    }
  }

  #run(model: string, input: object): Promise<unknown> {
    return new Patience(this.#limits).orFail(this.#binding.run(model, input));
  }
}

function answerOf(raw: unknown, asked: readonly unknown[]): EndpointAnswer {
  const answer = z.parse(TextAnswer, raw);
  const isSaid = "choices" in answer || answer.response != null || answer.tool_calls != null;
  if (!isSaid) throw new Error("an unknown form of answer");
  const said = "choices" in answer ? answer.choices[0]?.message : undefined;
  const content = "choices" in answer ? said?.content : answer.response;
  const calls = ("choices" in answer ? said?.tool_calls : answer.tool_calls) ?? [];
  const text = typeof content === "string" ? content : content ? JSON.stringify(content) : "";
  const read = calls.map(callOf);
  const written = read.reduce((sum, call) => sum + call.arguments.length, text.length);
  checkSize(written, read.length);
  return {
    ...{ ok: true, text, calls: read },
    inputTokens: answer.usage?.prompt_tokens ?? estimate(JSON.stringify(asked).length),
    outputTokens: answer.usage?.completion_tokens ?? estimate(written),
  };
}

function callOf(call: z.infer<typeof Call>, index: number): ToolCall {
  const { name, arguments: given = {} } = "function" in call ? call.function : call;
  return {
    ...{ id: call.id ?? `call_${index}`, name },
    arguments: typeof given === "string" ? given : JSON.stringify(given),
  };
}

type Cause = Pick<Fault, "reason" | "remedy">;

const UNKNOWN_MODEL: Cause = { reason: "not_found", remedy: "elsewhere" };
const NOT_ALLOWED: Cause = { reason: "unauthorized", remedy: "elsewhere" };
const WRONG_REQUEST: Cause = { reason: "refused", remedy: "never" };
const BUSY: Cause = { reason: "rate_limited", remedy: "again" };

/**
 * The cause that belongs to each error code of the platform. Errors with other codes are explained
 * by `faultOf`.
 */
const CAUSES: Readonly<Record<string, Cause>> = {
  ...{ 5007: UNKNOWN_MODEL, 3042: UNKNOWN_MODEL },
  ...{ 5016: NOT_ALLOWED, 5018: NOT_ALLOWED, 3023: NOT_ALLOWED, 3041: NOT_ALLOWED },
  ...{ 5004: WRONG_REQUEST, 3003: WRONG_REQUEST, 3006: WRONG_REQUEST, 5005: WRONG_REQUEST },
  3040: BUSY,
  // The day's free allocation is used up, so waiting a minute is useless.
  3036: { reason: "rate_limited", remedy: "elsewhere" },
};

/**
 * Converts an error of the binding to a fault. The error's message contains a code, for example
 * 3040.
 */
function workersAiFault(error: unknown): Fault {
  const message = error instanceof Error ? error.message : "";
  const code = /\b(?<code>[35]\d{3})\b/.exec(message)?.groups?.code ?? "";
  const cause = CAUSES[code];
  if (cause === undefined) return faultOf(error);
  return { ok: false, ...cause, message: `Workers AI answers no question: ${quoted(message)}.` };
}
