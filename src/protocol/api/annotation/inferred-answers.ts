/** People's decisions on an inferred answer: accept, change or refuse. */
import * as z from "zod";
import { spokenText } from "../../bounded-inputs.ts";
import { LabelAuthor } from "./labels.ts";

const Count = z.number().int().min(0);
const Seen = Count.describe(
  "the value of `newest` that you read. If somebody has decided since then, nothing changes and the answer is 409",
);
const Inferred = spokenText
  .min(1)
  .describe(
    "the inferred answer that you decide on: one of `attribution.inferred`, `correction.expected`, or the answer of an earlier decision",
  );

export const DecisionKind = z.enum(["accept", "change", "refuse"]);

export const DecideAnswer = z
  .discriminatedUnion("decision", [
    z.object({ decision: z.literal("accept"), seen: Seen, inferred: Inferred }),
    z.object({
      ...{ decision: z.literal("change"), seen: Seen, inferred: Inferred },
      answer: spokenText.min(1).describe("the right answer"),
    }),
    z.object({ decision: z.literal("refuse"), seen: Seen, inferred: Inferred }),
  ])
  .meta({ id: "DecideAnswer" });

export const AnswerDecision = z
  .object({
    number: Count.describe("position in the case's history, starting at 1"),
    author: LabelAuthor,
    createdAt: z.iso.datetime(),
    decision: DecisionKind,
    inferred: z.string(),
    answer: z.string().nullable().describe("the expected answer from then on; null if refused"),
  })
  .meta({ id: "AnswerDecision" });

export const AnswerDecisions = z
  .object({
    case: z.string(),
    newest: Count.describe(
      "number of the newest decision, or 0 if there is none; send this number as `seen`",
    ),
    items: z.array(AnswerDecision).describe("all decisions, newest first"),
  })
  .meta({ id: "AnswerDecisions" });

export type DecisionKind = z.infer<typeof DecisionKind>;
export type DecideAnswer = z.infer<typeof DecideAnswer>;
export type AnswerDecision = z.infer<typeof AnswerDecision>;
export type AnswerDecisions = z.infer<typeof AnswerDecisions>;
