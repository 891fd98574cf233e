import { expect, test } from "vitest";
import { graphOf, step } from "./support/mapped.ts";

const metadataOf = (attributes: Record<string, string | number>) => {
  const [operation] = graphOf([step("chat", attributes)]).operations.values();
  return operation?.metadata;
};

test("B45 the tokens of a span become its operation's usage, under each convention's keys", () => {
  const used = { usage: { inputTokens: 12, outputTokens: 3 } };
  for (const [input, output, model] of [
    ["gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens", "gen_ai.request.model"],
    ["gen_ai.usage.prompt_tokens", "gen_ai.usage.completion_tokens", "gen_ai.response.model"],
    ["llm.token_count.prompt", "llm.token_count.completion", "llm.model_name"],
    ["ai.usage.promptTokens", "ai.usage.completionTokens", "ai.model.id"],
  ] as const)
    expect(metadataOf({ [input]: 12, [output]: 3, [model]: "small" })).toMatchObject({
      ...{ ...used, model: "small" },
    });
  expect(metadataOf({ "gen_ai.usage.input_tokens": "12" })?.usage).toEqual({
    ...{ inputTokens: 12, outputTokens: 0 },
  });
  for (const cached of [
    "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cache_read_input_tokens",
    "llm.token_count.prompt_details.cache_read",
    "ai.usage.inputTokenDetails.cacheReadTokens",
    "ai.usage.cachedInputTokens",
  ])
    expect(metadataOf({ "gen_ai.usage.input_tokens": 12, [cached]: 8 })?.usage).toEqual({
      ...{ inputTokens: 12, cachedInputTokens: 8, outputTokens: 0 },
    });
  for (const odd of ["many", -1, 1.5])
    expect(metadataOf({ "gen_ai.usage.input_tokens": odd })).not.toHaveProperty("usage");
});
