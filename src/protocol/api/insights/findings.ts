/** Findings: groups of similar cases, with people's decisions on them. */
import * as z from "zod";
import { idText } from "../../bounded-inputs.ts";
import { ErrorType } from "../../error-type-schema.ts";

const Time = z.iso.datetime();

/** Weeks in a finding's trend. */
export const TREND_WEEKS = 12;

export const FindingState = z.enum(["open", "acknowledged", "fixed", "reopened"]);

const FindingEvent = z.object({
  at: Time,
  kind: z
    .enum(["state", "assignee", "fix", "merged", "absorbed", "separated"])
    .describe(
      "`merged`: the finding's cases now count for another finding; `absorbed`: another finding's cases now count for this finding; `separated`: a merge ended",
    ),
  state: FindingState.nullable().describe("the new state; null for other kinds"),
  subject: z
    .string()
    .nullable()
    .describe("name of the assignee, of the fix or of the other finding; null if there is none"),
  by: z
    .string()
    .nullable()
    .describe("name of the person or key; null if a case or an experiment caused the change"),
  note: z.string(),
});

const FindingRef = z.object({ id: z.string(), title: z.string(), system: z.string().nullable() });

const FindingFix = z.object({
  prompt: z
    .object({ id: z.string(), name: z.string(), version: z.number().int() })
    .nullable()
    .describe("the version of a prompt that prevents these wrong answers"),
  experiment: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe("the experiment that shows that the fix works"),
  source: z
    .enum(["person", "experiment", "proposal"])
    .describe(
      "who set the link; `proposal`: it was set because a proposal made from the finding's cases was accepted, and no experiment has tested it",
    ),
});

const FindingIssue = z.object({
  service: z.enum(["github", "linear"]),
  channel: z
    .object({ id: z.string(), name: z.string() })
    .describe("the channel that opened the issue"),
  key: z.string().describe("the issue's name in the tracker, such as `#7` or `ENG-12`"),
  url: z.string(),
  state: z.enum(["open", "closed"]).describe("the last state that MemTrace gave the issue"),
});

export const FindingSummary = z
  .object({
    ...FindingRef.shape,
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
    assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
    fix: FindingFix.nullable(),
  })
  .meta({ id: "FindingSummary" });

export const Finding = FindingSummary.extend({
  mergedInto: FindingRef.nullable().describe(
    "the finding for which this finding's cases count instead",
  ),
  merged: z.array(FindingRef).describe("findings whose cases count for this finding"),
  issues: z
    .array(FindingIssue)
    .describe(
      "the issues of this finding: one for each channel of GitHub or Linear that opened an issue",
    ),
  history: z.array(FindingEvent).describe("oldest first"),
}).meta({ id: "Finding" });

const Note = z.string().max(2_000).default("");

const GivenFix = z
  .object({
    prompt: z.object({ id: idText, version: z.number().int().min(1) }).optional(),
    experiment: idText.optional().describe("id of an experiment"),
  })
  .refine(({ prompt, experiment }) => prompt !== undefined || experiment !== undefined, {
    message: "needs a prompt, an experiment, or both; null removes the link",
  });

export const UpdateFinding = z
  .object({
    state: z.enum(["open", "acknowledged", "fixed"]).optional(),
    note: Note,
    fixedAt: Time.optional().describe(
      "time since which the finding is fixed, not in the future; by default now",
    ),
    assignee: idText
      .nullable()
      .optional()
      .describe("user id of a member of the organization; null for nobody"),
    fix: GivenFix.nullable().optional().describe("the change that fixed the finding"),
  })
  .refine(({ state, fixedAt }) => state === "fixed" || fixedAt === undefined, {
    ...{ path: ["fixedAt"], message: "is allowed only with the state “fixed”" },
  })
  .refine(
    ({ state, assignee, fix }) =>
      state !== undefined || assignee !== undefined || fix !== undefined,
    { message: "needs a state, an assignee or a fix" },
  )
  .meta({ id: "UpdateFinding" });

export const MergeFinding = z
  .object({
    into: idText.describe("id of the finding for which the cases then count"),
    note: Note,
  })
  .meta({ id: "MergeFinding" });

export type FindingState = z.infer<typeof FindingState>;
export type FindingEvent = z.infer<typeof FindingEvent>;
export type FindingSummary = z.infer<typeof FindingSummary>;
export type Finding = z.infer<typeof Finding>;
export type FindingIssue = z.infer<typeof FindingIssue>;
export type FindingFix = z.infer<typeof FindingFix>;
export type FindingRef = z.infer<typeof FindingRef>;
export type GivenFix = z.infer<typeof GivenFix>;
export type UpdateFinding = z.infer<typeof UpdateFinding>;
