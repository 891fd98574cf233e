/** The tokens that a model's answer reports. */

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * Reads the token counts under the names of OpenAI's two interfaces and of the AI SDK. Undefined if
 * the answer reports no tokens.
 */
export function tokenUsage(usage: unknown): TokenUsage | undefined {
  const said: Record<string, unknown> = Object(usage);
  const first = (...keys: string[]) => {
    for (const key of keys) {
      const count = Object(said[key]).total ?? said[key];
      if (typeof count === "number") return count;
    }
    return undefined;
  };
  const inputTokens = first("inputTokens", "input_tokens", "prompt_tokens");
  const outputTokens = first("outputTokens", "output_tokens", "completion_tokens");
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  return { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
}
