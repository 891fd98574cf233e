/**
 * A replay runs a part of a recorded graph again and corrects one output. This file has the
 * schemas of the plan and of the results.
 */
import * as z from "zod";
import { idText } from "../bounded-inputs.ts";
import { ErrorType } from "../error-type-schema.ts";

/**
 * Maximum characters of each text in a replay. The number is small, because one response contains
 * all replays of a case.
 */
const MAX_TOLD_CHARS = 4_000;

const Time = z.iso.datetime();
const Metadata = z.record(z.string(), z.unknown());

/** A recorded value, or its correction. */
export const ReplayValue = z.object({
  id: z.string().nullable().describe("variable id; null for an unrecorded value"),
  name: z.string().describe("the memory unit's id, if the value is a memory unit"),
  className: z.string().nullable(),
  category: z.string().nullable(),
  text: z.string(),
  isUnit: z.boolean().describe("whether the value is a memory unit"),
  metadata: Metadata.nullable(),
});

/** A call's result and its effect on the memory. */
export const ReplayEffect = z.object({
  values: z.array(ReplayValue).describe("values that the call returned or wrote into the memory"),
  removed: z.array(z.string()).describe("names of the memory units that the call deleted"),
});

export const ReplayCall = ReplayEffect.extend({
  op: z.string(),
  name: z.string(),
  inside: z.string().nullable().describe("id of the enclosing operation"),
  inputs: z.array(z.string()).describe("texts of the call's inputs"),
  settings: z.array(z.unknown()).describe("numbers and flags among the call's inputs"),
  changesMemory: z.boolean(),
  usesMemory: z.boolean().describe("whether calls of this name read or change the memory"),
});

export const ReplayStep = z.object({
  kind: z.enum(["message", "question"]),
  said: ReplayValue,
  at: Time,
  calls: z
    .array(ReplayCall)
    .describe("recorded calls between this step and the next step, in order"),
});

export const ReplayTarget = z.object({
  op: z.string(),
  name: z.string(),
  place: z
    .number()
    .int()
    .describe("position of the call among calls of its name in the first step, from 0"),
  effect: z
    .enum(["result", "memory"])
    .describe("the corrected output: its result, or the values that it wrote"),
  recorded: ReplayEffect,
  corrected: ReplayEffect.nullable().describe(
    "right output according to the evidence; null if the evidence does not say",
  ),
});

export const ReplayPlan = z
  .object({
    case: z.string(),
    graph: z.string(),
    user: z.string().nullable(),
    system: z.string().nullable(),
    errorType: ErrorType.nullable(),
    op: z.string().nullable().describe("id of the decisive operation"),
    opName: z.string().nullable(),
    proves: z
      .enum(["rescue", "withstand"])
      .describe(
        "`rescue`: the verdict is proved if the corrected run answers correctly; `withstand`: the answering step gets the evidence, and the verdict is proved if it still answers wrongly",
      ),
    query: z.string(),
    expected: z.array(z.string()),
    prediction: z.string(),
    memory: z.array(ReplayValue).describe("memory units before the first step"),
    stored: z.array(z.string()).describe("texts of the units when the question was asked"),
    steps: z.array(ReplayStep).describe("steps from the corrected call to the question"),
    target: ReplayTarget.nullable(),
    needed: z.array(z.string()).describe("why the case cannot be replayed, and what is missing"),
  })
  .meta({ id: "ReplayPlan" });

export const ReplayOutcome = z.enum(["proved", "refuted", "inconclusive"]);

const Text = z.string().max(MAX_TOLD_CHARS);
const RunAnswer = z.object({
  answer: Text,
  isRight: z.boolean(),
});

/** What happened in a replay, according to the process that ran it. */
export const ReplayFacts = z
  .object({
    op: idText.nullable().describe("decisive operation of the tested verdict"),
    errorType: ErrorType.nullable(),
    correction: z
      .object({
        source: z.enum(["given", "evidence", "model"]),
        op: idText.describe("id of the operation whose output was corrected"),
        opName: idText,
        values: z.array(Text).max(100),
        kept: z.array(idText).max(100).describe("memory units that were not deleted"),
      })
      .nullable(),
    control: RunAnswer.extend({
      isSame: z.boolean().describe("whether the answer equals the recorded wrong answer"),
    }).nullable(),
    corrected: RunAnswer.nullable(),
    graph: idText.nullable().describe("graph of the corrected run"),
    judgedBy: z.enum(["match", "function"]),
    ran: z.array(idText).max(200).describe("names of the operations that ran again"),
    reused: z.number().int().min(0).describe("calls that returned their recorded result"),
    needed: z.array(Text).max(20).describe("why the replay was inconclusive, and what is missing"),
  })
  .meta({ id: "ReplayFacts" });

export const Replay = ReplayFacts.extend({
  id: z.string(),
  case: z.string(),
  outcome: ReplayOutcome,
  reason: z.string().describe("one or two plain sentences"),
  createdAt: Time,
}).meta({ id: "Replay" });

const ReplayedStep = z.object({
  op: z.string(),
  name: z.string(),
  made: z.array(z.object({ id: z.string(), text: z.string() })),
});

/**
 * A recorded step and the matching replayed step. A step without a match has null as its partner.
 */
export const ReplayPair = z.object({
  recorded: ReplayedStep.nullable(),
  replayed: ReplayedStep.nullable(),
  isCorrected: z.boolean(),
  isChanged: z.boolean().describe("whether the step's output differs in the replay"),
});

export const ReplayComparison = z
  .object({
    replay: Replay,
    pairs: z
      .array(ReplayPair)
      .describe("pairs of steps, from the corrected operation to the answer"),
  })
  .meta({ id: "ReplayComparison" });

export const Correction = z
  .object({
    values: z.array(z.string()).describe("right output of the operation"),
    why: z.string(),
  })
  .meta({ id: "Correction" });

export type ReplayValue = z.infer<typeof ReplayValue>;
export type ReplayEffect = z.infer<typeof ReplayEffect>;
export type ReplayCall = z.infer<typeof ReplayCall>;
export type ReplayStep = z.infer<typeof ReplayStep>;
export type ReplayTarget = z.infer<typeof ReplayTarget>;
export type ReplayPlan = z.infer<typeof ReplayPlan>;
export type ReplayOutcome = z.infer<typeof ReplayOutcome>;
export type ReplayFacts = z.infer<typeof ReplayFacts>;
export type Replay = z.infer<typeof Replay>;
export type ReplayPair = z.infer<typeof ReplayPair>;
export type ReplayComparison = z.infer<typeof ReplayComparison>;
export type Correction = z.infer<typeof Correction>;
