/** Reads the tokens and the model of a span, under the keys of any convention. */
import { type Attributes, textOf } from "../encoding/attributes.ts";

const INPUT = [
  "gen_ai.usage.input_tokens",
  "gen_ai.usage.prompt_tokens",
  "llm.token_count.prompt",
  "llm.usage.prompt_tokens",
  "ai.usage.inputTokens",
  "ai.usage.promptTokens",
];
const CACHED = [
  "gen_ai.usage.cache_read.input_tokens",
  "gen_ai.usage.cache_read_input_tokens",
  "llm.token_count.prompt_details.cache_read",
  "ai.usage.inputTokenDetails.cacheReadTokens",
  "ai.usage.cachedInputTokens",
];
const OUTPUT = [
  "gen_ai.usage.output_tokens",
  "gen_ai.usage.completion_tokens",
  "llm.token_count.completion",
  "llm.usage.completion_tokens",
  "ai.usage.outputTokens",
  "ai.usage.completionTokens",
];
const MODEL = [
  "gen_ai.response.model",
  "gen_ai.request.model",
  "llm.model_name",
  "ai.response.model",
  "ai.model.id",
];

/**
 * Returns the token counts and the model of a span, in the form in which the SDKs send them as
 * metadata of an operation. Returns an empty object if the span has no token counts.
 */
export function usageOfSpan(attributes: Attributes): Readonly<Record<string, unknown>> {
  const [inputTokens, outputTokens] = [countOf(attributes, INPUT), countOf(attributes, OUTPUT)];
  if (inputTokens === undefined && outputTokens === undefined) return {};
  const cachedInputTokens = countOf(attributes, CACHED);
  const model = textOf(attributes, ...MODEL);
  return {
    usage: {
      inputTokens: inputTokens ?? 0,
      ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
      outputTokens: outputTokens ?? 0,
    },
    ...(model === undefined ? {} : { model }),
  };
}

/**
 * Returns the first valid count. Accepts digits in a text, because OTLP's JSON writes 64-bit
 * numbers as text.
 */
function countOf(attributes: Attributes, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    const count = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
    if (typeof count === "number" && Number.isSafeInteger(count) && count >= 0) return count;
  }
  return undefined;
}
