import * as z from "zod";
import { ErrorType } from "../../error-type-schema.ts";
import { LEDGER_SHARES } from "../explorer/health-words.ts";
import { Spent } from "../spent.ts";
import { CaseSelection } from "./case-selection.ts";
import { Share, TypeCount } from "./distribution.ts";

const Time = z.iso.datetime();
const Count = z.number().int().min(0);

const Change = z.object({
  key: z.string(),
  before: Count,
  now: Count,
});

const Interval = z.object({
  value: z.number().nullable().describe("null if nothing was counted"),
  low: z.number().describe("lower end of the 95% interval (Wilson)"),
  high: z.number(),
});

const Overview = z.object({
  text: z.array(z.string()).describe("sentences that summarize the figures"),
  graphs: Count.describe("graphs that the filter selects by system, graph or end user"),
  sessions: Count,
  operations: Count,
  systems: z.array(z.object({ key: z.string().nullable(), graphs: Count })),
  right: Count.nullable().describe(
    "answers of the period that were judged right; null with a filter that applies only to wrong answers",
  ),
  health: z
    .object({
      facts: Count,
      kept: Count.describe("number of facts that a memory unit states at the end of the graph"),
      share: Interval.describe("share of the facts of the period that the memory holds at the end"),
      loss: z
        .object({ opName: z.string(), errorType: ErrorType, facts: Count })
        .nullable()
        .describe("the operation that lost the most facts"),
      problems: z
        .array(
          z.object({ figure: z.enum(LEDGER_SHARES), count: Count, of: Count, share: Interval }),
        )
        .describe("the largest shares of units or searches with a problem, of all days"),
    })
    .nullable()
    .describe("memory health of these graphs; null if none was counted yet"),
});

const Conclusion = z.object({
  title: z.string(),
  meaning: z.string(),
  action: z.string().describe("what to do about it"),
  errorType: ErrorType,
  opName: z.string().nullable(),
  count: Count,
  cases: z.array(z.string()).min(1).describe("ids of cases that show this conclusion"),
});

export const ReportBody = z.object({
  headline: z.string(),
  overview: Overview,
  cases: Count,
  attributed: Count.describe(
    "number of cases with an error type; shares of types are computed over these cases",
  ),
  undecided: Count.describe("number of cases whose verdict names no error type"),
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
  conclusions: z
    .array(Conclusion)
    .describe(
      "conclusions from the figures, and advice; conclusions about deleted cases are removed",
    ),
});
/** A model's explanation of a report. Every claim names the cases that support it. */
export const Explanation = z.object({
  systems: z.array(
    z.object({
      system: z.string().nullable(),
      read: Count.describe("number of cases that the model read"),
      readCases: z.array(z.string()).describe("ids of these cases, without deleted ones"),
      of: Count.describe("number of attributed cases of the system in the period"),
      claims: z
        .array(
          z.object({
            ...{ title: z.string(), text: z.string() },
            action: z.string().describe("what to do about it; empty if the model gave no advice"),
            cases: z.array(z.string()).min(1),
          }),
        )
        .describe("most important first; claims about deleted cases are removed"),
    }),
  ),
  model: z.string(),
  spent: Spent,
  notes: z.array(z.string()).describe("missing parts of the explanation, and why"),
});

export const ReportFilter = CaseSelection.omit({ from: true, to: true }).meta({
  id: "ReportFilter",
});

export const ReportTrigger = z.enum(["request", "schedule", "attributions"]);
export const Report = z
  .object({
    id: z.string(),
    from: Time,
    to: Time,
    createdAt: Time,
    trigger: ReportTrigger,
    filter: ReportFilter.describe("empty for a report on all cases of the period"),
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
export const CreateReport = CaseSelection.describe(
  "the filters of the case list. Without `from` and `to`, the report is about the last seven days; with `cases`, `finding`, `shift`, `dataset` or `experiment`, about the time from the first to the last of these cases",
).meta({ id: "CreateReport" });

export type ReportBody = z.infer<typeof ReportBody>;
export type Explanation = z.infer<typeof Explanation>;
export type ReportTrigger = z.infer<typeof ReportTrigger>;
export type ReportFilter = z.infer<typeof ReportFilter>;
export type CreateReport = z.infer<typeof CreateReport>;
export type ReportOverview = z.infer<typeof Overview>;
export type ReportConclusion = z.infer<typeof Conclusion>;
export type Report = z.infer<typeof Report>;
export type ReportSummary = z.infer<typeof ReportSummary>;
