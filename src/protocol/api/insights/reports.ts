import * as z from "zod";
import { ErrorType } from "../../error-type-schema.ts";
import { Spent } from "../spent.ts";
import { Share, TypeCount } from "./distribution.ts";

const Time = z.iso.datetime();
const Count = z.number().int().min(0);

const Change = z.object({
  key: z.string(),
  before: Count,
  now: Count,
});

export const ReportBody = z.object({
  headline: z.string(),
  cases: Count,
  attributed: Count.describe("cases with an error type; shares of types are computed over these"),
  undecided: Count.describe("cases with a verdict without an error type"),
  byType: z.array(TypeCount),
  byOperation: z.array(Share),
  bySystem: z.array(Share),
  findings: z
    .array(
      z.object({
        title: z.string(),
        text: z.string(),
        errorType: ErrorType,
        opName: z.string().nullable(),
        count: Count,
        cases: z.array(
          z.object({
            id: z.string(),
            query: z.string(),
            expected: z.array(z.string()),
            prediction: z.string(),
            reason: z.string(),
            confidence: z.number(),
          }),
        ),
      }),
    )
    .describe("typical cases, grouped by error type and operation"),
  changes: z
    .object({
      since: Time.describe("start of the previous period"),
      previousReport: z.string().nullable(),
      cases: z.object({ before: Count, now: Count }),
      undecided: z.object({ before: Count, now: Count }),
      byType: z.array(Change),
      byOperation: z.array(Change),
    })
    .nullable()
    .describe("compared with the previous report; null for the first report"),
});
/** A model's explanation of a report. Every claim names the cases that support it. */
export const Explanation = z.object({
  systems: z.array(
    z.object({
      system: z.string().nullable(),
      read: Count.describe("cases that the model read"),
      of: Count.describe("attributed cases of the system in the period"),
      claims: z
        .array(z.object({ title: z.string(), text: z.string(), cases: z.array(z.string()).min(1) }))
        .describe("most important first; claims about deleted cases are removed"),
    }),
  ),
  model: z.string(),
  spent: Spent,
  notes: z.array(z.string()).describe("missing parts of the explanation, and why"),
});

export const ReportTrigger = z.enum(["request", "schedule", "attributions"]);
export const Report = z
  .object({
    id: z.string(),
    from: Time,
    to: Time,
    createdAt: Time,
    trigger: ReportTrigger,
    headline: z.string(),
    body: ReportBody,
    job: z
      .string()
      .nullable()
      .describe("the job that writes the explanation; null if no model is configured"),
    explanation: Explanation.nullable().describe("null until its job is done"),
  })
  .meta({ id: "Report" });
export const ReportSummary = Report.omit({ body: true, explanation: true }).meta({
  id: "ReportSummary",
});
export const CreateReport = z
  .object({ from: Time.optional(), to: Time.optional() })
  .describe("by default the last seven days")
  .meta({ id: "CreateReport" });

export type ReportBody = z.infer<typeof ReportBody>;
export type Explanation = z.infer<typeof Explanation>;
export type ReportTrigger = z.infer<typeof ReportTrigger>;
export type Report = z.infer<typeof Report>;
export type ReportSummary = z.infer<typeof ReportSummary>;
