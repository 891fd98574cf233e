/** The judge: the project's model judges recorded answers that nobody has judged. */
import * as z from "zod";

const Count = z.number().int().min(0);
const Share = z.number().min(0).max(1);
const Time = z.iso.datetime();

export const JudgeSettings = z
  .object({
    enabled: z.boolean().describe("whether unjudged answers are judged"),
    share: z
      .number()
      .gt(0)
      .max(1)
      .describe(
        "share of the unjudged answers that the model judges; MemTrace decides only once whether an answer is in this sample",
      ),
    answersPerDay: z
      .number()
      .int()
      .min(1)
      .max(10_000)
      .describe("maximum number of answers to judge per day (UTC)"),
    usdPerDay: z
      .number()
      .min(0)
      .max(100_000)
      .describe("maximum US dollars per day (UTC); the limit of the project's model also applies"),
  })
  .meta({ id: "JudgeSettings" });

export const DEFAULT_JUDGE_SETTINGS = {
  ...{ enabled: false, share: 0.1, answersPerDay: 100, usdPerDay: 1 },
} as const;

export const Judgement = z.enum(["right", "wrong", "unknown"]);

const ShareOf = z.object({
  share: Share.nullable().describe("null if no answer counts"),
  low: Share,
  high: Share,
});

export const JudgeFilter = z.object({
  from: Time.optional(),
  to: Time.optional(),
  system: z.string().max(500).optional(),
});

export const JudgeFigures = z
  .object({
    settings: JudgeSettings,
    right: Count,
    wrong: Count,
    unknown: Count.describe(
      "number of answers that the judge could not judge, or for which the judge gave no proof",
    ),
    waiting: Count.describe("sampled answers that are not judged yet"),
    failed: Count.describe("answers for which the model gave no judgement"),
    wrongShare: ShareOf.describe(
      "share of wrong answers among those judged right or wrong, with the 95% interval",
    ),
    agreement: ShareOf.extend({
      compared: Count.describe("judged answers that people labelled or disputed too"),
      same: Count,
    }).describe("how often people agree with the judge: `same` of the `compared` answers"),
    today: z.object({ answers: Count, usd: z.number() }),
  })
  .meta({ id: "JudgeFigures" });

export const JudgementOf = z
  .object({
    id: z.string(),
    graph: z.string(),
    system: z.string().nullable(),
    query: z.string(),
    prediction: z.string(),
    judgement: Judgement,
    reason: z.string(),
    quote: z
      .string()
      .describe(
        "the quoted words that prove the judgement; empty if the judge could not judge the answer",
      ),
    message: z
      .string()
      .nullable()
      .describe(
        "id of the variable with the quoted message; null if the expected answer is quoted",
      ),
    case: z.string().nullable().describe("id of the case, if there is one for this answer"),
    models: z.string(),
    occurredAt: Time,
    judgedAt: Time,
  })
  .meta({ id: "Judgement" });

export type JudgeSettings = z.infer<typeof JudgeSettings>;
export type Judgement = z.infer<typeof Judgement>;
export type JudgeFilter = z.infer<typeof JudgeFilter>;
export type JudgeFigures = z.infer<typeof JudgeFigures>;
export type JudgementOf = z.infer<typeof JudgementOf>;
