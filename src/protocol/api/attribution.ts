/** The verdict on a case, as stored and sent. */
import * as z from "zod";
import { ErrorType, SubKind } from "../error-type-schema.ts";
import { STATED_SHARE } from "../thresholds.ts";
import { Spent } from "./spent.ts";

const Share = z.number().min(0).max(1);

/** A detail that the expected answer needs, and the message that introduced it. */
export const Detail = z.object({
  text: z.string().describe("the lost words, number, name or resolved date"),
  from: z.string().nullable().describe("id of the message variable that stated it"),
  resolved: z
    .string()
    .optional()
    .describe("the day that a time means, such as “5 October 2022” for “yesterday”"),
});

/** A step from the evidence to the answer. */
export const ChainStep = z.object({
  variable: z.string().describe("id of the variable at this step"),
  op: z
    .string()
    .nullable()
    .describe("id of the operation that wrote the variable; null for a message"),
  opName: z.string().nullable(),
  role: z.enum(["message", "memory", "intermediate", "retrieval", "context", "answer"]),
  carried: Share.describe("share of the needed information that the variable still states"),
  details: z.array(
    z.object({
      text: z.string(),
      carried: Share.describe(
        `the variable states the detail if the share is at least ${STATED_SHARE}`,
      ),
    }),
  ),
  decisive: z.boolean().describe("true for the step that lost the information"),
});

/** An operation considered as the cause, other than the decisive operation. */
export const Suspect = z.object({
  op: z.string(),
  opName: z.string(),
  errorType: ErrorType,
  link: z.string().nullable(),
  confidence: Share.describe("probability that this operation is the cause"),
  whyNot: z.string().describe("why this operation is not the decisive operation"),
});

/** A possible cause of the wrong answer. */
export const CauseProbability = z.object({
  errorType: ErrorType.nullable().describe("null for the sum of all causes that are not listed"),
  op: z.string().nullable(),
  opName: z.string().nullable(),
  probability: Share,
});

/**
 * A model's answer from the texts of one stage. It shows whether these texts still contained the
 * information: the service asks the model the case's question and gives it nothing but these texts,
 * such as the retrieved units.
 */
export const StageAnswer = z.object({
  stage: z
    .enum(["message", "written", "memory", "retrieved", "context", "answer"])
    .describe(
      "the texts of the stage: the messages, the output of one operation, the best matching memory units, the result of the retrieval, the input of the answering step, or the given answer",
    ),
  op: z
    .string()
    .nullable()
    .describe(
      "id of the operation that wrote or read the texts; for the memory: id of the operation before which the memory had this state, or null for its state at the time of the question",
    ),
  tells: z
    .enum(["expected", "other", "none"])
    .describe("whether the texts give the expected answer, another answer, or none"),
  answer: z.string().describe("empty if the texts do not give an answer"),
  quotes: z.array(z.string()).describe("the words of the texts that give the answer"),
});

export const SOURCE_KINDS = [
  "copied",
  "older-version",
  "tool-result",
  "after-error",
  "made",
] as const;

const NO_SOURCE_BECAUSE = [
  "not-wrong",
  "nothing-added",
  "not-recorded",
  "too-much-to-follow",
] as const;

const QuotedValue = z.object({
  variable: z.string().describe("id of the variable"),
  op: z
    .string()
    .nullable()
    .describe("id of the operation that wrote the variable; null if no operation wrote it"),
  opName: z.string().nullable(),
  words: z.string(),
});

const FoundSource = z.object({
  outcome: z.literal("found"),
  from: z
    .enum(SOURCE_KINDS)
    .describe(
      "`copied`: the words are copied from a message; `older-version`: a newer version was recorded before; `tool-result`: a tool returned the words; `after-error`: the words follow a failed step; `made`: no earlier value states the words, except perhaps a prompt, which the reason then quotes",
    ),
  op: z
    .string()
    .nullable()
    .describe(
      "id of the operation that first stated the words; with `older-version`: id of the first operation that stated them after the newer version was recorded; null if no such operation is recorded",
    ),
  opName: z.string().nullable(),
  stated: QuotedValue.describe("the first value that states the wrong part, with its words"),
  calledBy: z
    .object({ op: z.string(), opName: z.string() })
    .nullable()
    .describe(
      "with `tool-result` and `after-error`: the operation that wrote the tool's input, if known",
    ),
  related: QuotedValue.nullable().describe(
    "the variable of the failed step, or the newer version; with `made`: an earlier variable on whose words the wrong part is based, although no input of that variable's operation states these words",
  ),
  details: z.array(z.string()).describe("words of the given answer that were traced"),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .describe("probability that the words first appeared there; not calibrated"),
  reason: z.string(),
});

const NoSource = z.object({
  outcome: z.literal("cannot-tell"),
  because: z.enum(NO_SOURCE_BECAUSE),
  reason: z.string(),
});

/**
 * The second verdict on a case. The first verdict says where the right information was lost. This
 * one says where the wrong part of the answer comes from.
 */
export const AnswerSource = z.discriminatedUnion("outcome", [FoundSource, NoSource]);

/**
 * If a case has no expected answer, the tracer can infer the correct answer from messages. This is
 * the inferred answer.
 */
export const InferredAnswer = z.object({
  answer: z.string().describe("a time, a number, or the statement that answers the question"),
  from: z.string().describe("id of the message that states it"),
  words: z.string().describe("the statement in the message's words"),
});

/** Fields of both attributed and undecided verdicts. */
const Common = z.object({
  reason: z
    .string()
    .describe("one to three sentences: which information was lost, or why the case is undecided"),
  method: z.enum(["flow"]),
  details: z.array(Detail),
  suspects: z.array(Suspect).describe("other suspects, most likely first"),
  evidence: z.array(z.string()).describe("ids of the starting messages"),
  evidenceFound: z
    .boolean()
    .describe("true if no evidence was given and the tracer searched for it"),
  notes: z
    .array(z.string())
    .describe("what could not be decided, and which information is missing"),
  inferred: z
    .array(InferredAnswer)
    .optional()
    .describe(
      "if no expected answer is known: the answer that the tracer inferred and followed; several answers if messages state different ones. An inferred answer may be wrong",
    ),
  source: AnswerSource.optional().describe(
    "the second verdict: where the wrong part of the given answer came from; absent if the graph is too large to follow",
  ),
  decidedBy: z
    .enum(["flow", "oracle", "agent"])
    .optional()
    .describe(
      "what decided the verdict: the flow tracer, the tracer with a model's answers, or an agent; absent if no model is configured",
    ),
  spent: z
    .optional(Spent)
    .describe("cost of the model's answers, including answers from earlier runs"),
  models: z.string().optional().describe("names of the models that may have answered"),
  answers: z.array(StageAnswer).optional().describe("questions to the model, in order"),
});

export const UNDECIDED_BECAUSE = [
  "nothing-recorded",
  "no-messages",
  "question-not-recorded",
  "no-expected-answer",
  "no-evidence",
  "no-memory",
  "message-not-read",
  "reading-not-recorded",
  "signs-contradict",
  "too-much-to-follow",
] as const;

export const AttributedVerdict = Common.extend({
  outcome: z.literal("attributed"),
  errorType: ErrorType,
  subKind: SubKind.nullable().describe(
    "how the operation failed, within the error type; null if the trace does not show it",
  ),
  op: z
    .string()
    .nullable()
    .describe("id of the decisive operation; null if no operation is at fault"),
  opName: z.string().nullable(),
  link: z.string().nullable().describe("id of the link that lost the information"),
  confidence: Share,
  probabilities: z
    .array(CauseProbability)
    .optional()
    .describe(
      "probabilities of the verdict, its suspects and all other causes; they sum to one. A second cause above 0.25 is probably at fault too",
    ),
  lost: z.array(z.string()).describe("words to mark in the decisive operation's inputs"),
  chain: z.array(ChainStep),
});

export const UndecidedVerdict = Common.extend({
  outcome: z.literal("undecided"),
  errorType: z.null(),
  subKind: z.null(),
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

export type InferredAnswer = z.infer<typeof InferredAnswer>;
export type AnswerSource = z.infer<typeof AnswerSource>;
export type FoundAnswerSource = z.infer<typeof FoundSource>;
export type SourceKind = (typeof SOURCE_KINDS)[number];
export type Detail = z.infer<typeof Detail>;
export type ChainStep = z.infer<typeof ChainStep>;
export type Suspect = z.infer<typeof Suspect>;
export type CauseProbability = z.infer<typeof CauseProbability>;
export type StageAnswer = z.infer<typeof StageAnswer>;
export type UndecidedBecause = (typeof UNDECIDED_BECAUSE)[number];
export type AttributedVerdict = z.infer<typeof AttributedVerdict>;
export type UndecidedVerdict = z.infer<typeof UndecidedVerdict>;
export type Attribution = z.infer<typeof Attribution>;

/**
 * The case as the attributor gets it. It contains no label, so labels cannot influence the verdict.
 */
export interface FailedCase {
  readonly query: string;
  /** Variable id of the query. */
  readonly queryId?: string;
  readonly expected: readonly string[];
  /** Variable id of the expected answer. */
  readonly expectedId?: string;
  readonly prediction: string;
  /** Variable id of the answer. */
  readonly predictionId?: string;
  /** Variable ids of the messages that contain the expected answer; empty if unknown. */
  readonly evidence: readonly string[];
  readonly judgeReason?: string;
  /** Variable ids of later messages that correct the answer. They are not evidence. */
  readonly later?: readonly string[];
  /** Inferred answers that people refused. The tracer does not infer them again. */
  readonly refused?: readonly string[];
}
