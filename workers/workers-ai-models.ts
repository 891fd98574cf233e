import type { WorkersAiModels } from "../src/protocol/api/model-settings.ts";
import type { Bindings } from "./env.ts";

/**
 * Returns the Workers AI models of this installation, with their prices. Null if the configuration
 * has no binding for Workers AI, or names no model.
 */
export function workersAiModels(
  env: Pick<
    Bindings,
    "AI" | "WORKERS_AI_MODEL" | "WORKERS_AI_EMBEDDINGS_MODEL" | "WORKERS_AI_PRICES"
  >,
): WorkersAiModels | null {
  if (env.AI === undefined || !env.WORKERS_AI_MODEL) return null;
  const [input = 0, output = 0, embedded = 0] = (env.WORKERS_AI_PRICES ?? "")
    .split(",")
    .map(Number);
  return {
    model: env.WORKERS_AI_MODEL,
    embeddingsModel: env.WORKERS_AI_EMBEDDINGS_MODEL ?? "",
    usdPerMillionInput: input || 0,
    usdPerMillionOutput: output || 0,
    usdPerMillionEmbedded: embedded || 0,
  };
}
