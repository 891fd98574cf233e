/**
 * A verdict's transcript: the service's questions to a model about a case, and the model's answers.
 */
import * as z from "zod";
import { StageAnswer } from "./attribution.ts";

const Mention = z.object({
  name: z.string().describe("the name in the step's texts, such as V12 or O3"),
  kind: z.enum(["variable", "operation"]),
  id: z.string().describe("id of the record in the case's graph"),
});

const Mentions = z.array(Mention).describe("the records that the step names");

const StageStep = z.object({
  by: z.literal("oracle"),
  stage: StageAnswer.shape.stage,
  op: StageAnswer.shape.op,
  text: z.string().describe("the text that the model read, cut"),
  answer: z.string().describe("empty if the texts do not give an answer"),
  quotes: z.array(z.string()),
  tells: StageAnswer.shape.tells.nullable().describe("null without an answer"),
  failure: z.string().nullable().describe("why there is no answer; null if there is one"),
  mentions: Mentions,
});

const AgentStep = z.object({
  by: z.literal("agent"),
  text: z.string().describe("what the model said"),
  calls: z.array(
    z.object({
      tool: z.string(),
      input: z.string().describe("its arguments as JSON, cut"),
      result: z.string().describe("what the tool returned as JSON, cut"),
    }),
  ),
  mentions: Mentions,
});

export const TranscriptStep = z.discriminatedUnion("by", [StageStep, AgentStep]);

export const Transcript = z
  .object({
    steps: z.array(TranscriptStep).describe("in order; empty if no model was asked"),
    leftOut: z
      .number()
      .int()
      .describe(
        "number of steps at the start that were left out because the transcript is too long",
      ),
  })
  .meta({ id: "Transcript" });

export type StageStep = z.infer<typeof StageStep>;
export type AgentStep = z.infer<typeof AgentStep>;
export type Mention = z.infer<typeof Mention>;
export type TranscriptStep = z.infer<typeof TranscriptStep>;
export type Transcript = z.infer<typeof Transcript>;
