/** Judged answers. Every answer that was judged wrong is a case. */
import * as z from "zod";
import { ErrorType } from "../../error-type-schema.ts";
import { CaseFilter } from "../api.ts";

const Time = z.iso.datetime();

/** Maximum right answers to store per graph. */
export const MAX_RIGHT_ANSWERS = 5_000;
/** Maximum characters of each text of a right answer. */
export const MAX_ANSWER_CHARS = 2_000;

export const AnswerFilter = CaseFilter.pick({
  from: true,
  to: true,
  system: true,
  sessionCategory: true,
  graph: true,
  user: true,
  search: true,
}).extend({
  judged: z
    .enum(["all", "right", "wrong"])
    .default("all")
    .describe("the decision of the judge or of the verdict event"),
});

export const JudgedAnswer = z
  .object({
    id: z.string().describe("an id; for a wrong answer, the id of its case"),
    judged: z.enum(["right", "wrong"]),
    graph: z.string(),
    system: z.string().nullable(),
    sessionCategory: z.string().nullable(),
    query: z.string(),
    queryId: z.string().nullable().describe("id of the question's variable"),
    expected: z.array(z.string()),
    prediction: z.string(),
    predictionId: z.string().nullable().describe("id of the answer's variable"),
    occurredAt: Time.describe("when the question was answered"),
    errorType: ErrorType.nullable().describe("error type in the verdict on a wrong answer"),
    labelledType: ErrorType.nullable().describe(
      "error type in the label that counts; `JudgeError` means that the answer was right",
    ),
  })
  .describe(`texts of a right answer are cut after ${MAX_ANSWER_CHARS} characters`)
  .meta({ id: "JudgedAnswer" });

export type AnswerFilter = z.infer<typeof AnswerFilter>;
export type JudgedAnswer = z.infer<typeof JudgedAnswer>;
