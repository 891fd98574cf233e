/** Makes the model for the evaluation from environment variables. */
import type { Model } from "../../protocol/model.ts";

/**
 * Maximum silence before a request fails. Reasoning models need a long time before the first token.
 */
const SILENCE_MS = 90_000;
const ANSWER_MS = 600_000;

type Environment = Readonly<Record<string, string | undefined>>;

export async function modelFromEnvironment(
  environment: Environment,
): Promise<{ readonly model: Model } | { readonly missing: string }> {
  const { MEMTRACE_MODEL_URL: url, MEMTRACE_MODEL_NAME: name } = environment;
  if (!url || !name) {
    return {
      missing:
        "This method asks a model: set MEMTRACE_MODEL_URL (such as https://api.openai.com/v1), MEMTRACE_MODEL_NAME and MEMTRACE_MODEL_KEY, or use --method flow.",
    };
  }
  const prices = [
    Number(environment.MEMTRACE_MODEL_INPUT_PRICE ?? 0),
    Number(environment.MEMTRACE_MODEL_OUTPUT_PRICE ?? 0),
  ] as const;
  if (!prices.every((price) => price >= 0)) {
    return {
      missing:
        "MEMTRACE_MODEL_INPUT_PRICE and MEMTRACE_MODEL_OUTPUT_PRICE are dollars per million tokens.",
    };
  }
  const [usdPerMillionInput, usdPerMillionOutput] = prices;
  const key = environment.MEMTRACE_MODEL_KEY || null;
  const embeddingsModel = environment.MEMTRACE_MODEL_EMBEDDINGS ?? "";
  const endpoint = {
    ...{ url, model: name, key, usdPerMillionInput, usdPerMillionOutput },
    ...{ embeddingsModel, usdPerMillionEmbedded: usdPerMillionInput },
  };
  // Load the client only here: most methods need no model.
  const { ModelPool } = await import("../../llm/pool.ts");
  const model = new ModelPool([endpoint], {
    fetch: (address, request) => fetch(address, request),
    silenceMs: SILENCE_MS,
    answerMs: ANSWER_MS,
    now: Date.now,
    random: Math.random,
    sleep: (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds)),
  });
  return { model };
}
