import { expect, test } from "vitest";
import { MemTraceTelemetry } from "../../sdk/src/integrations/ai-sdk/ai-sdk.ts";
import { observeOpenAI } from "../../sdk/src/integrations/openai/openai.ts";
import { trace } from "./support/traced.ts";

/** A scripted client that answers whole or in pieces. */
const scripted = (usage: unknown) => ({
  chat: {
    completions: {
      create: async ({ stream }: { model: string; stream?: boolean; messages: object[] }) => {
        const message = { content: "green tea" };
        if (!stream) return { choices: [{ message }], usage };
        return (async function* () {
          yield { choices: [{ delta: message }], usage: null };
          yield { choices: [], usage };
        })();
      },
    },
  },
});

test("S180 an OpenAI call's operation has the tokens that the answer reports, whole or streamed", async () => {
  const { graph, problems } = await trace(async (memtrace) => {
    const messages = [{ role: "user", content: "What does she drink?" }];
    for (const usage of [
      { prompt_tokens: 12, completion_tokens: 3 },
      { prompt_tokens: 12, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 8 } },
      { input_tokens: 12, output_tokens: 3, input_tokens_details: { cached_tokens: 8 } },
      undefined,
    ]) {
      const client = observeOpenAI(memtrace, scripted(usage));
      await client.chat.completions.create({ model: "small", messages });
      const stream = await client.chat.completions.create({
        model: "small",
        messages,
        stream: true,
      });
      for await (const piece of stream as AsyncIterable<unknown>) expect(piece).toBeDefined();
    }
  });
  const counted = { model: "small", usage: { inputTokens: 12, outputTokens: 3 } };
  const cached = { model: "small", usage: { ...counted.usage, cachedInputTokens: 8 } };
  expect([...graph.operations.values()].map(({ metadata }) => metadata)).toEqual([
    ...[counted, counted, cached, cached, cached, cached],
    ...[{ model: "small" }, { model: "small" }],
  ]);
  expect(problems).toEqual([]);
});

test("S181 an AI SDK call's operation has the tokens that the end of the call reports", async () => {
  const { graph, problems } = await trace(async (memtrace) => {
    const telemetry = new MemTraceTelemetry(memtrace);
    for (const [callId, usage] of [
      ["c1", { inputTokens: 12, outputTokens: 3, totalTokens: 15 }],
      ["c2", { inputTokens: undefined, outputTokens: undefined }],
      ["c3", { inputTokens: 12, inputTokenDetails: { cacheReadTokens: 8 }, outputTokens: 3 }],
      ["c4", { inputTokens: 12, cachedInputTokens: 8, outputTokens: 3 }],
      ["c5", { inputTokens: { total: 12, cacheRead: 8 }, outputTokens: { total: 3 } }],
    ] as const) {
      telemetry.onStart({ callId, operationId: "ai.generateText" });
      const messages = [{ role: "user", content: "What does she drink?" }];
      const execute = async () => "green tea";
      await telemetry.executeLanguageModelCall({ callId, modelId: "small", messages, execute });
      const content = [{ type: "text", text: "green tea" }];
      telemetry.onLanguageModelCallEnd({ callId, content, usage });
      telemetry.onEnd({ callId });
    }
  });
  const usage = { inputTokens: 12, cachedInputTokens: 8, outputTokens: 3 };
  const cached = { model: "small", usage };
  expect([...graph.operations.values()].map(({ metadata }) => metadata)).toEqual([
    { model: "small", usage: { inputTokens: 12, outputTokens: 3 } },
    { model: "small" },
    ...[cached, cached, cached],
  ]);
  expect(problems).toEqual([]);
});

test("S181 a call of the AI SDK without a model name has its tokens too", async () => {
  const { graph } = await trace(async (memtrace) => {
    const telemetry = new MemTraceTelemetry(memtrace);
    const callId = "c1";
    telemetry.onStart({ callId, operationId: "ai.embed" });
    telemetry.onEmbedStart({ callId, embedCallId: "e1", values: ["What does she drink?"] });
    const end = { callId, embedCallId: "e1", embeddings: [[0.1, 0.2]] };
    telemetry.onEmbedEnd({ ...end, usage: { inputTokens: 12, outputTokens: 0 } });
    telemetry.onEnd({ callId });
  });
  expect([...graph.operations.values()].map(({ metadata }) => metadata)).toEqual([
    { usage: { inputTokens: 12, outputTokens: 0 } },
  ]);
});
