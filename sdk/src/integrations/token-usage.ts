/** The tokens that a model's answer reports. */

export interface TokenUsage {
  readonly inputTokens: number;
  /** The part of the input tokens that came from a cache, if the answer reports it. */
  readonly cachedInputTokens?: number;
  readonly outputTokens: number;
}

/**
 * Reads the token counts under the names of OpenAI's two interfaces and of the AI SDK. Undefined if
 * the answer reports no tokens.
 */
export function tokenUsage(usage: unknown): TokenUsage | undefined {
  const said: Record<string, unknown> = Object(usage);
  const first = (...counts: unknown[]) =>
    counts.find((count): count is number => typeof count === "number");
  const total = (key: string) => Object(said[key]).total ?? said[key];
  const inputTokens = first(...["inputTokens", "input_tokens", "prompt_tokens"].map(total));
  const outputTokens = first(...["outputTokens", "output_tokens", "completion_tokens"].map(total));
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const cachedInputTokens = first(
    Object(said.inputTokens).cacheRead,
    Object(said.inputTokenDetails).cacheReadTokens,
    said.cachedInputTokens,
    Object(said.input_tokens_details).cached_tokens,
    Object(said.prompt_tokens_details).cached_tokens,
  );
  return {
    inputTokens: inputTokens ?? 0,
    ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
    outputTokens: outputTokens ?? 0,
  };
}
