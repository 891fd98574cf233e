/** A message in which the user corrects an earlier answer. */
import * as z from "zod";

const CORRECTION_KINDS = [
  "denied",
  "contrast",
  "own-answer",
  "told-before",
  "repeated-question",
  "repeated-fact",
] as const;

export const CorrectionKind = z.enum(CORRECTION_KINDS);

export const AnswerCorrection = z
  .object({
    kind: CorrectionKind.describe(
      "`denied`: “no, it's Tom”; `contrast`: “Tom, not Ben”; `own-answer`: “that was my sister”; `told-before`: “I told you that I moved”; `repeated-question` and `repeated-fact`: the user repeats the question or the fact",
    ),
    message: z.string().describe("id of the variable with the correcting message"),
    words: z.string().describe("the message"),
    expected: z
      .string()
      .nullable()
      .describe("the expected answer in the user's words; null for a repeated question"),
    saidBefore: z
      .string()
      .nullable()
      .describe(
        "id of the earlier message that states the same fact; null if MemTrace found no such message",
      ),
    takenBack: z
      .string()
      .nullable()
      .describe("id of a later message in which the user withdraws the correction"),
  })
  .meta({ id: "AnswerCorrection" });

export type CorrectionKind = z.infer<typeof CorrectionKind>;
export type AnswerCorrection = z.infer<typeof AnswerCorrection>;
