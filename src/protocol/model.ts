/** The one way to ask a language model: what is asked, what comes back, and what it cost. */
import * as z from "zod";

/** A call of a tool, as the model wrote it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text; not checked. */
  readonly arguments: string;
}

export type ModelMessage =
  | { readonly role: "system" | "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: "tool"; readonly call: string; readonly text: string };

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: z.ZodType;
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly Tool[];
  /** What the answer's text has to be, as a JSON object. */
  readonly schema?: z.ZodType;
  /** Tokens of the answer at most. */
  readonly maxTokens: number;
}

export interface StructuredRequest<T> extends ModelRequest {
  readonly schema: z.ZodType<T>;
  /** Says what is impossible about an answer that has the right shape. */
  readonly check?: (value: T) => string | undefined;
}

/** What calls of a model took. Tokens and money are those of the calls that were answered. */
export const Spent = z.object({
  calls: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  usd: z.number(),
  seconds: z.number(),
});
export type Spent = Readonly<z.infer<typeof Spent>>;

export const NOTHING_SPENT: Spent = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  usd: 0,
  seconds: 0,
};

export function sumSpent(a: Spent, b: Spent): Spent {
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    usd: a.usd + b.usd,
    seconds: a.seconds + b.seconds,
  };
}

export type ModelFailureReason =
  /** The key is missing, wrong, or has no credit left. */
  | "unauthorized"
  /** No such address or model. */
  | "not_found"
  /** The endpoint will not do what it was asked, whoever asks again. */
  | "refused"
  /** Too many requests, also after waiting. */
  | "rate_limited"
  /** No answer, a broken one, or a failure of the endpoint's own, also after trying again. */
  | "unavailable"
  /** An answer that is not what was asked for, also after one correction. */
  | "malformed"
  /** The project's budget of the day is used up; nothing was asked. */
  | "over_budget";

export interface ModelFailure {
  readonly ok: false;
  readonly reason: ModelFailureReason;
  /** One plain sentence for people, with what the endpoint itself said, cut. */
  readonly message: string;
  readonly spent: Spent;
}

export interface Completion {
  readonly ok: true;
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly spent: Spent;
}

export type Completed = Completion | ModelFailure;
export type Structured<T> =
  | { readonly ok: true; readonly value: T; readonly spent: Spent }
  | ModelFailure;

export type Embedded =
  | {
      readonly ok: true;
      /** One for each text, in their order. */
      readonly vectors: readonly (readonly number[])[];
      readonly spent: Spent;
    }
  | ModelFailure;

/** Never throws: every failure is data. */
export interface Model {
  /** Names of the models behind it; part of every cache key. */
  readonly name: string;
  complete(request: ModelRequest): Promise<Completed>;
  /** An answer of the schema; a wrong one is sent back with what is wrong once, then refused. */
  ask<T>(request: StructuredRequest<T>): Promise<Structured<T>>;
  /** Vectors of texts that mean similar things are alike. Absent where nothing is configured for it. */
  embed?(texts: readonly string[]): Promise<Embedded>;
}
