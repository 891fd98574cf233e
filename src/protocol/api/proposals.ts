/** Proposals of rewritten prompts, and the wrong answers behind them. */
import * as z from "zod";
import { idText } from "../bounded-inputs.ts";
import { MAX_PROMPT_CHARS } from "./prompts.ts";
import { Spent } from "./spent.ts";

const Time = z.iso.datetime();
const Count = z.number().int().min(0);

export const BlameMode = z
  .enum(["decisive", "response"])
  .describe(
    "`decisive` uses the decisive operation of each wrong answer; `response` always uses the operation that answered, as a baseline to compare with",
  );

export const CreateProposals = z
  .object({
    prompts: z
      .array(idText.min(1))
      .min(1)
      .max(50)
      .optional()
      .describe("names of the prompts that may be rewritten; by default all"),
    from: Time.describe("start of the period; by default all wrong answers").optional(),
    to: Time.optional(),
    attribution: BlameMode.default("decisive"),
  })
  .describe(
    "The round reads the newest 40 wrong answers whose decisive operation read an active prompt. If no prompts are named, it also reads the newest 40 of any kind. With attribution `response`, it reads only the newest 40 of any kind.",
  )
  .meta({ id: "CreateProposals" });

export const SuggestionOutcome = z
  .enum(["suggested", "unfixable", "outdated", "failed"])
  .describe(
    "`unfixable`: no prompt can prevent this wrong answer; `outdated`: it was answered with a version of the prompt that is not active; `failed`: the model gave no usable answer, or no prompt uses its suggestion",
  );

export const Suggestion = z
  .object({
    round: z.string().describe("id of the job that read the case"),
    case: z.string(),
    graph: z.string(),
    outcome: SuggestionOutcome,
    prompt: z.string().nullable().describe("name of the prompt that the suggestion is for"),
    change: z.string().describe("suggested change to the prompt; empty without a suggestion"),
    why: z.string(),
    proposal: z.string().nullable().describe("id of the proposal that uses the suggestion"),
    point: z.string().nullable().describe("id of the proposal's point that uses the suggestion"),
  })
  .meta({ id: "Suggestion" });

export const ProposalState = z.enum(["open", "accepted", "rejected"]);

export const ProposalSummary = z.object({
  id: z.string(),
  round: z.string().describe("id of the job that made the proposal"),
  prompt: z.string().describe("name of the prompt"),
  baseVersion: Count.describe("base version of the prompt"),
  state: ProposalState,
  isOutdated: z
    .boolean()
    .describe("true if the proposal is open and its base version is no longer active"),
  attribution: BlameMode,
  headline: z.string(),
  cases: Count.describe("wrong answers that the proposal addresses"),
  spent: Spent.describe("cost of the whole round"),
  createdAt: Time,
  decidedAt: Time.nullable(),
  version: Count.nullable().describe(
    "the prompt version that was created when somebody accepted the proposal",
  ),
  reason: z.string().nullable().describe("why somebody rejected the proposal"),
});

export const Proposal = ProposalSummary.extend({
  baseText: z.string(),
  text: z.string().describe("the prompt as proposed"),
  acceptedText: z.string().nullable().describe("the prompt as accepted; it may have been edited"),
  points: z.array(
    z.object({
      id: z.string(),
      change: z.string().describe("suggested change to the prompt"),
      what: z.string().describe("change of the text for this point; empty without a change"),
      cases: z.array(z.string()),
    }),
  ),
  suggestions: z.array(Suggestion).describe("ids of the cases that this point addresses"),
  unfixable: z.array(Suggestion).describe("cases of the same round that no prompt can prevent"),
}).meta({ id: "Proposal" });

export const AcceptProposal = z
  .object({
    text: z
      .string()
      .min(1)
      .max(MAX_PROMPT_CHARS)
      .optional()
      .describe("edited text of the prompt; by default the proposed text"),
    share: z
      .number()
      .gt(0)
      .lt(1)
      .optional()
      .describe("share of the traffic that gets the new version; by default all"),
  })
  .meta({ id: "AcceptProposal" });

export const RejectProposal = z
  .object({
    reason: z
      .string()
      .trim()
      .min(1)
      .max(2_000)
      .describe("later rounds give the reason to the model"),
  })
  .meta({ id: "RejectProposal" });

export const ProposalFilter = z.object({
  prompt: z.string().optional(),
  state: ProposalState.optional(),
  round: z.string().optional(),
});

export const SuggestionFilter = z.object({
  round: z.string().optional(),
  proposal: z.string().optional(),
  case: z.string().optional(),
  outcome: SuggestionOutcome.optional(),
});

export type BlameMode = z.infer<typeof BlameMode>;
export type CreateProposals = z.infer<typeof CreateProposals>;
export type SuggestionOutcome = z.infer<typeof SuggestionOutcome>;
export type Suggestion = z.infer<typeof Suggestion>;
export type ProposalState = z.infer<typeof ProposalState>;
export type ProposalSummary = z.infer<typeof ProposalSummary>;
export type Proposal = z.infer<typeof Proposal>;
export type AcceptProposal = z.infer<typeof AcceptProposal>;
export type RejectProposal = z.infer<typeof RejectProposal>;
export type ProposalFilter = z.infer<typeof ProposalFilter>;
export type SuggestionFilter = z.infer<typeof SuggestionFilter>;
