/** A project's model settings. The API accepts keys and never returns them. */
import * as z from "zod";
import { recordOf } from "../bounded-inputs.ts";
import { AGENT_DEFAULTS, DEFAULT_TOKENS_PER_CASE } from "../limits.ts";

const Usd = z.number().min(0).max(100_000);

const EndpointSettings = z.object({
  url: z
    .string()
    .min(1)
    .max(2_000)
    .describe("base URL of an OpenAI-compatible API, for example https://api.openai.com/v1"),
  model: z.string().min(1).max(200),
  usdPerMillionInput: Usd.default(0).describe("price of a million input tokens"),
  usdPerMillionOutput: Usd.default(0).describe("price of a million output tokens"),
  embeddingsModel: z
    .string()
    .max(200)
    .default("")
    .describe("embedding model of the same endpoint; empty for none"),
  usdPerMillionEmbedded: Usd.default(0).describe("price of a million embedded tokens"),
});

const Limits = z.object({
  usdPerCase: Usd.default(0.25).describe(
    "maximum US dollars per case: a case that has cost this much gets no further questions",
  ),
  usdPerJob: Usd.default(2).describe(
    "maximum US dollars per report and per round of proposals: a report or round that has cost this much asks no further questions",
  ),
  usdPerDay: Usd.default(5).describe(
    "maximum US dollars per day (UTC): when the day has cost this much, MemTrace asks no further questions",
  ),
  tokensPerCase: z
    .number()
    .int()
    .min(1_000)
    .max(50_000_000)
    .default(DEFAULT_TOKENS_PER_CASE)
    .describe(
      "maximum tokens per case: a case whose answers have used this many tokens gets no further questions",
    ),
  agentSteps: z
    .number()
    .int()
    .min(1)
    .max(200)
    .default(AGENT_DEFAULTS.steps)
    .describe("maximum answers of the agent about a case"),
  agentContextTokens: z
    .number()
    .int()
    .min(4_000)
    .max(1_000_000)
    .default(AGENT_DEFAULTS.contextTokens)
    .describe(
      "if the agent's context has more than this estimated number of tokens, earlier results are removed from it; the agent's findings stay",
    ),
  systemDescription: z
    .string()
    .max(8_000)
    .default("")
    .describe("the team's description of its memory, for the agent and the reports"),
  systemDescriptions: recordOf(z.string().min(1).max(200), z.string().max(8_000), 20)
    .default({})
    .describe(
      "descriptions of individual memory systems; each key is the system's name in its graphs",
    ),
});

const WorkersAiModels = EndpointSettings.omit({ url: true });

const Settings = Limits.extend({
  workersAi: z
    .boolean()
    .default(false)
    .describe(
      "whether to ask this deployment's Workers AI, which needs no key, if no endpoint answers or none is given",
    ),
});

/** Settings of a project that has not chosen a model. */
export const DEFAULT_MODEL_SETTINGS = Settings.parse({});

export const PutModelSettings = Settings.extend({
  endpoints: z
    .array(
      EndpointSettings.extend({
        key: z
          .string()
          .min(1)
          .max(1_000)
          .nullable()
          .optional()
          .describe(
            "omit it to keep the key stored for this URL; null for an endpoint without a key",
          ),
      }),
    )
    .max(5)
    .describe("MemTrace asks the endpoints in this order; if one fails, it asks the next"),
})
  .refine(({ endpoints, workersAi }) => endpoints.length > 0 || workersAi, {
    path: ["endpoints"],
    message: "give at least one endpoint, or set workersAi",
  })
  .meta({ id: "PutModelSettings" });

export const ModelSettings = Settings.extend({
  workersAiModels: WorkersAiModels.nullable().describe(
    "the models of this deployment's Workers AI and their prices; null if it has none",
  ),
  endpoints: z
    .array(
      EndpointSettings.extend({
        keyHint: z.string().nullable().describe("the last characters of the key"),
      }),
    )
    .describe("without an endpoint and without Workers AI, MemTrace asks no questions"),
  today: z
    .object({
      calls: z.number().int(),
      inputTokens: z.number().int(),
      outputTokens: z.number().int(),
      usd: z.number(),
    })
    .describe("cost since midnight UTC"),
}).meta({ id: "ModelSettings" });

export const ModelTest = z
  .object({
    items: z.array(
      z.object({
        url: z.string(),
        model: z.string(),
        ok: z.boolean(),
        milliseconds: z.number().int(),
        message: z.string().describe("the model's answer, or why there is none"),
      }),
    ),
  })
  .meta({ id: "ModelTest" });

export type WorkersAiModels = z.infer<typeof WorkersAiModels>;
export type PutModelSettings = z.infer<typeof PutModelSettings>;
export type ModelSettings = z.infer<typeof ModelSettings>;
export type ModelTest = z.infer<typeof ModelTest>;
