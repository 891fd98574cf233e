/** Token counts that a model's answer reports. */

export interface TokenUsage {
  readonly inputTokens: number;
  /** Input tokens that the model read from a cache, if reported. */
  readonly cachedInputTokens?: number;
  readonly outputTokens: number;
}

/**
 * Returns the token counts that an answer reports, or undefined if it reports none. OpenAI's two
 * APIs and the AI SDK have different names for these fields.
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
