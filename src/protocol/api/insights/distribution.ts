import * as z from "zod";
import { ErrorType, SubKind } from "../../error-type-schema.ts";
import { PromptShare } from "../prompts.ts";

const Time = z.iso.datetime();
const Count = z.number().int().min(0);

export const Share = z.object({
  key: z.string().nullable(),
  count: Count.describe("number of attributed cases"),
  byType: z.record(z.string(), Count),
  undecided: Count,
});

export const TypeCount = z.object({
  key: ErrorType,
  count: Count,
  bySubKind: z
    .array(z.object({ key: SubKind.nullable(), count: Count }))
    .describe("the same cases by sub-kind; null counts the cases whose trace shows no sub-kind"),
});

export const Distribution = z
  .object({
    from: Time,
    to: Time,
    cases: Count,
    right: Count.nullable().describe(
      "number of answers that were judged right; null with a filter that applies only to wrong answers",
    ),
    attributed: Count.describe(
      "number of cases with an error type; shares of types are computed over these cases",
    ),
    undecided: Count.describe("number of cases whose verdict names no error type"),
    waiting: Count.describe("number of queued or running cases"),
    failed: Count,
    headline: z.string().describe("one sentence that summarizes the figures"),
    byType: z.array(TypeCount),
    byOperation: z.array(Share),
    bySystem: z.array(Share),
    bySessionCategory: z.array(Share),
    byPromptVersion: z
      .array(PromptShare)
      .describe("prompt versions with the most answers and cases, by prompt, latest version first"),
    overTime: z.array(
      z.object({ start: Time, byType: z.record(z.string(), Count), undecided: Count }),
    ),
    bucket: z.enum(["hour", "day", "week"]),
    labelled: Count,
    agreeing: Count,
    correctedAt: Time.nullable().describe(
      "when MemTrace last found that counts of this project were wrong, and corrected them; null if never",
    ),
    firstEventAt: Time.nullable().describe("null before the project's first event"),
  })
  .meta({ id: "Distribution" });
export type Distribution = z.infer<typeof Distribution>;
