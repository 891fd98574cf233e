/** Which model a project asks, over the API. Keys go in and never come back. */
import * as z from "zod";

const Usd = z.number().min(0).max(100_000);

const EndpointSettings = z.object({
  url: z
    .string()
    .min(1)
    .max(2_000)
    .describe("base URL of an OpenAI-compatible API, such as https://api.openai.com/v1"),
  model: z.string().min(1).max(200),
  usdPerMillionInput: Usd.default(0).describe("price of a million input tokens"),
  usdPerMillionOutput: Usd.default(0).describe("price of a million output tokens"),
  embeddingsModel: z
    .string()
    .max(200)
    .default("")
    .describe("model of the same endpoint that embeds texts; empty for none"),
  usdPerMillionEmbedded: Usd.default(0).describe("price of a million embedded tokens"),
});

const Limits = z.object({
  usdPerCase: Usd.default(0.25).describe("no case is looked into further once it has cost this"),
  usdPerJob: Usd.default(2).describe(
    "no report and no round of proposals is worked on further once it has cost this",
  ),
  usdPerDay: Usd.default(5).describe(
    "no model is asked any more on a day (UTC) that has cost this",
  ),
  systemDescription: z
    .string()
    .max(8_000)
    .default("")
    .describe("the team's own words on how its memory works; agent and reports read them"),
  systemDescriptions: z
    .record(z.string().min(1).max(200), z.string().max(8_000))
    .refine((all) => Object.keys(all).length <= 20, "at most 20 systems")
    .default({})
    .describe("the same of single memory systems, by the name that their graphs give"),
});

export const PutModelSettings = Limits.extend({
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
            "left out, the key that is stored for this URL stays; null for an endpoint without one",
          ),
      }),
    )
    .min(1)
    .max(5)
    .describe("asked in this order: the next one answers where one fails"),
}).meta({ id: "PutModelSettings" });

export const ModelSettings = Limits.extend({
  endpoints: z
    .array(EndpointSettings.extend({ keyHint: z.string().nullable().describe("how the key ends") }))
    .describe("empty where no model is configured; then nothing is asked"),
  today: z
    .object({
      calls: z.number().int(),
      inputTokens: z.number().int(),
      outputTokens: z.number().int(),
      usd: z.number(),
    })
    .describe("what was spent since midnight UTC"),
}).meta({ id: "ModelSettings" });

export const ModelTest = z
  .object({
    items: z.array(
      z.object({
        url: z.string(),
        model: z.string(),
        ok: z.boolean(),
        milliseconds: z.number().int(),
        message: z.string().describe("what it answered, or in plain words why it did not"),
      }),
    ),
  })
  .meta({ id: "ModelTest" });

export type PutModelSettings = z.infer<typeof PutModelSettings>;
export type ModelSettings = z.infer<typeof ModelSettings>;
export type ModelTest = z.infer<typeof ModelTest>;
