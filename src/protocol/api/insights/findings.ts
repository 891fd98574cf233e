/** Findings: groups of similar cases, with people's decisions on them. */
import * as z from "zod";
import { ErrorType } from "../../error-type-schema.ts";

const Time = z.iso.datetime();

/** Weeks of a finding's trend. */
export const TREND_WEEKS = 12;

export const FindingState = z.enum(["open", "acknowledged", "fixed", "reopened"]);

const FindingEvent = z.object({
  at: Time,
  state: FindingState,
  by: z.string().nullable().describe("name of the person or key; null if a case caused the change"),
  note: z.string(),
});

export const FindingSummary = z
  .object({
    id: z.string(),
    title: z.string(),
    system: z.string().nullable(),
    errorType: ErrorType,
    opName: z.string().nullable(),
    state: FindingState,
    stateAt: Time,
    fixedAt: Time.nullable().describe("wrong answers from this time on reopen the finding"),
    cases: z.number().int().min(0),
    firstCaseAt: Time.nullable(),
    lastCaseAt: Time.nullable(),
    trend: z
      .array(z.number().int().min(0))
      .describe(
        `cases in each of the last ${TREND_WEEKS} weeks, oldest first, by the answer's time`,
      ),
  })
  .meta({ id: "FindingSummary" });

export const Finding = FindingSummary.extend({
  history: z.array(FindingEvent).describe("oldest first"),
}).meta({ id: "Finding" });

export const UpdateFinding = z
  .object({
    state: z.enum(["open", "acknowledged", "fixed"]),
    note: z.string().max(2_000).default(""),
    fixedAt: Time.optional().describe(
      "time since which it is fixed, not in the future; by default now",
    ),
  })
  .refine(({ state, fixedAt }) => state === "fixed" || fixedAt === undefined, {
    ...{ path: ["fixedAt"], message: "is allowed only with the state “fixed”" },
  })
  .meta({ id: "UpdateFinding" });

export type FindingState = z.infer<typeof FindingState>;
export type FindingEvent = z.infer<typeof FindingEvent>;
export type FindingSummary = z.infer<typeof FindingSummary>;
export type Finding = z.infer<typeof Finding>;
export type UpdateFinding = z.infer<typeof UpdateFinding>;
