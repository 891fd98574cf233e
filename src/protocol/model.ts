import type * as z from "zod/mini";

/** A tool call that the model requests. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as JSON text. Nobody has validated this text yet. */
  readonly arguments: string;
}

export type ModelMessage =
  | { readonly role: "system" | "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: "tool"; readonly call: string; readonly text: string };

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: z.core.$ZodType;
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly Tool[];
  /** Schema of the JSON object that the answer must be. */
  readonly schema?: z.core.$ZodType;
  readonly maxTokens: number;
}

export interface StructuredRequest<T> extends ModelRequest {
  readonly schema: z.core.$ZodType<T>;
  /** Checks an answer that matches the schema. Returns the problem, or undefined. */
  readonly check?: (value: T) => string | undefined;
}

/**
 * Usage of model calls. `calls` counts only complete answers; tokens and money include incomplete
 * answers.
 */
export interface Spent {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number;
  readonly seconds: number;
}

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
  /** The key is missing or wrong, or its account has no credit left. */
  | "unauthorized"
  /** The URL or the model does not exist. */
  | "not_found"
  /** The endpoint refuses this request, and would refuse it again. */
  | "refused"
  /** Too many requests, even after waiting. */
  | "rate_limited"
  /** The endpoint gave no answer or an incomplete answer, or failed, even after retries. */
  | "unavailable"
  /** The answer does not match the schema, even after one correction. */
  | "malformed"
  /** The project's daily budget is spent. The service did not ask the model. */
  | "over_budget";

export interface ModelFailure {
  readonly ok: false;
  readonly reason: ModelFailureReason;
  /** One sentence for people. It contains the start of the endpoint's message. */
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
      /** One vector per text, in order. */
      readonly vectors: readonly (readonly number[])[];
      readonly spent: Spent;
    }
  | ModelFailure;

/** A language model. Its functions never throw: they return every failure as data. */
export interface Model {
  /** Names of the models, separated by commas. This text is part of every cache key. */
  readonly name: string;
  complete(request: ModelRequest): Promise<Completed>;
  /** Estimated dollars for the longest possible answer; 0 if no prices are known. */
  mostUsd?(request: ModelRequest): number;
  /** Estimated dollars for embedding the texts. */
  mostUsdEmbedding?(texts: readonly string[]): number;
  /**
   * Requests an answer that matches the schema. After a mismatch, the model gets the error and one
   * more attempt.
   */
  ask<T>(request: StructuredRequest<T>): Promise<Structured<T>>;
  /** Returns similar vectors for similar texts. Absent if no embedding model is configured. */
  embed?(texts: readonly string[]): Promise<Embedded>;
}
