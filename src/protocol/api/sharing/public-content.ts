/** A public link's content: one case, report or view. It has no ids and no links to other pages. */
import * as z from "zod";
import { ErrorType, Outcome } from "../../error-type-schema.ts";
import { CaseState } from "../api.ts";
import { ChainStep } from "../attribution.ts";
import { ReportBody } from "../insights/reports.ts";

const Time = z.iso.datetime();
const Count = z.number().int().min(0);

const QuotedCase = z.object({
  query: z.string(),
  expected: z.array(z.string()),
  prediction: z.string(),
});

export const SharedCase = QuotedCase.extend({
  occurredAt: Time,
  system: z.string().nullable(),
  state: CaseState,
  judgeReason: z.string().nullable(),
  verdict: z
    .object({
      outcome: Outcome,
      errorType: ErrorType.nullable(),
      opName: z.string().nullable(),
      confidence: z.number().nullable(),
      reason: z.string(),
      remedy: z.string().nullable(),
      lost: z.array(z.string()),
      chain: z.array(ChainStep.pick({ opName: true, role: true, carried: true, decisive: true })),
    })
    .nullable()
    .describe("null until the case is attributed"),
});

export const SharedReport = z.object({
  from: Time,
  to: Time,
  headline: z.string(),
  isFiltered: z.boolean().describe("true if the report is about some cases of the period only"),
  overview: z.array(z.string()).describe("the memory systems and the health of their memory"),
  ...ReportBody.pick({
    ...{ cases: true, attributed: true, undecided: true },
    ...{ byType: true, byOperation: true, bySystem: true },
  }).shape,
  findings: z.array(
    z.object({
      title: z.string(),
      text: z.string(),
      errorType: ErrorType,
      opName: z.string().nullable(),
      count: Count,
      cases: z.array(QuotedCase.extend({ reason: z.string(), confidence: z.number() })),
    }),
  ),
  claims: z
    .array(z.object({ system: z.string().nullable(), title: z.string(), text: z.string() }))
    .describe("a model's explanation of the cases; empty without a model"),
  conclusions: z
    .array(z.object({ title: z.string(), meaning: z.string(), action: z.string() }))
    .describe("what the figures mean, and what to do"),
});

export const SharedView = z.object({
  name: z.string(),
  isComplete: z.boolean().describe("false if more cases match than are shown"),
  cases: z.array(
    QuotedCase.extend({
      occurredAt: Time,
      state: CaseState,
      outcome: Outcome.nullable(),
      errorType: ErrorType.nullable(),
      opName: z.string().nullable(),
      confidence: z.number().nullable(),
    }),
  ),
});

const about = {
  project: z
    .string()
    .nullable()
    .describe("the project's name, if the person who created the link chose to show it"),
  expiresAt: Time,
};

export const Shared = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("case"), ...about, case: SharedCase }),
    z.object({ kind: z.literal("report"), ...about, report: SharedReport }),
    z.object({ kind: z.literal("view"), ...about, view: SharedView }),
  ])
  .meta({ id: "Shared" });

export type SharedCase = z.infer<typeof SharedCase>;
export type SharedReport = z.infer<typeof SharedReport>;
export type SharedView = z.infer<typeof SharedView>;
export type Shared = z.infer<typeof Shared>;
