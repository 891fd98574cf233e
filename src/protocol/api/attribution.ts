/** The verdict on a case, as stored and sent. */
import * as z from "zod";
import { ErrorType } from "../error-type-schema.ts";
import { Spent } from "../model.ts";
import { STATED_SHARE } from "../stated-share.ts";

const Share = z.number().min(0).max(1);

/** A detail that the answer needs, with the message that introduced it. */
export const Detail = z.object({
  text: z.string().describe("the lost words, number, name or resolved date"),
  from: z.string().nullable().describe("id of the message variable that brought it"),
});

/** A step of the chain from the evidence to the answer. */
export const ChainStep = z.object({
  variable: z.string().describe("id of the variable at this step"),
  op: z.string().nullable().describe("id of the operation that wrote it; null for a message"),
  opName: z.string().nullable(),
  role: z.enum(["message", "memory", "intermediate", "retrieval", "context", "answer"]),
  carried: Share.describe("share of the needed information that the variable still states"),
  details: z.array(
    z.object({
      text: z.string(),
      carried: Share.describe(`the variable states the detail from ${STATED_SHARE} on`),
    }),
  ),
  decisive: z.boolean().describe("true for the step that lost the information"),
});

/** Another operation that was considered. */
export const Suspect = z.object({
  op: z.string(),
  opName: z.string(),
  errorType: ErrorType,
  link: z.string().nullable(),
  confidence: Share,
  whyNot: z.string().describe("why it is not the decisive operation"),
});

/** A question that a model answered for the verdict. */
export const CarryAnswer = z.object({
  detail: z.string(),
  states: z.enum(["yes", "partly", "no"]).describe("whether the text still stated the detail"),
  words: z.string().describe("the words of the text that state the detail; empty if none do"),
});

/** Fields of both attributed and undecided verdicts. */
const Common = z.object({
  reason: z
    .string()
    .describe("one to three sentences: the lost information, or why the case is undecided"),
  method: z.enum(["flow"]),
  details: z.array(Detail),
  suspects: z.array(Suspect).describe("other suspects, most likely first"),
  evidence: z.array(z.string()).describe("ids of the starting messages"),
  evidenceFound: z
    .boolean()
    .describe("true if no evidence was given and the tracer searched for it"),
  notes: z.array(z.string()).describe("what could not be decided, and what information is missing"),
  decidedBy: z
    .enum(["flow", "oracle", "agent"])
    .optional()
    .describe(
      "who decided: the flow tracer, the tracer with a model's answers, or an agent; absent if no model is configured",
    ),
  spent: Spent.optional().describe(
    "cost of the model's answers, including answers from earlier runs",
  ),
  answers: z.array(CarryAnswer).optional().describe("questions to the model, in order"),
});

export const UNDECIDED_BECAUSE = [
  "nothing-recorded",
  "question-not-recorded",
  "no-expected-answer",
  "no-evidence",
  "message-not-read",
  "reading-not-recorded",
  "signs-contradict",
  "too-much-to-follow",
] as const;

export const AttributedVerdict = Common.extend({
  outcome: z.literal("attributed"),
  errorType: ErrorType,
  op: z
    .string()
    .nullable()
    .describe("id of the decisive operation; null if no operation is at fault"),
  opName: z.string().nullable(),
  link: z.string().nullable().describe("id of the link that lost the information"),
  confidence: Share,
  lost: z.array(z.string()).describe("words to mark in the decisive operation's inputs"),
  chain: z.array(ChainStep),
});

/**
 * An undecided verdict has no error type, operation or confidence, so nobody can count it as one.
 */
export const UndecidedVerdict = Common.extend({
  outcome: z.literal("undecided"),
  errorType: z.null(),
  op: z.null(),
  opName: z.null(),
  link: z.null(),
  confidence: z.null(),
  because: z.enum(UNDECIDED_BECAUSE),
  remedy: z
    .string()
    .nullable()
    .describe("advice: what to record or provide to decide similar cases; null if nothing helps"),
});

export const Attribution = z.discriminatedUnion("outcome", [AttributedVerdict, UndecidedVerdict]);

export type Detail = z.infer<typeof Detail>;
export type ChainStep = z.infer<typeof ChainStep>;
export type Suspect = z.infer<typeof Suspect>;
export type CarryAnswer = z.infer<typeof CarryAnswer>;
export type UndecidedBecause = (typeof UNDECIDED_BECAUSE)[number];
export type AttributedVerdict = z.infer<typeof AttributedVerdict>;
export type UndecidedVerdict = z.infer<typeof UndecidedVerdict>;
export type Attribution = z.infer<typeof Attribution>;

/** The attributor's input: it contains no label. */
export interface FailedCase {
  readonly query: string;
  /** Variable id of the query in the graph. */
  readonly queryId?: string;
  readonly expected: readonly string[];
  /** Variable id of the expected answer in the graph. */
  readonly expectedId?: string;
  readonly prediction: string;
  /** Variable id of the answer in the graph. */
  readonly predictionId?: string;
  /** Variable ids of the messages that hold the answer; empty if unknown. */
  readonly evidence: readonly string[];
  readonly judgeReason?: string;
}
