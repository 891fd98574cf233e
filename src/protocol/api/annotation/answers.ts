/** Judged answers: the wrong ones, which are cases, and the right ones. */
import * as z from "zod";
import { ErrorType } from "../../error-type-schema.ts";
import { CaseFilter } from "../api.ts";

const Time = z.iso.datetime();

/** Right answers of one graph that are kept. */
export const MAX_RIGHT_ANSWERS = 5_000;
/** Characters of each text of a right answer. */
export const MAX_ANSWER_CHARS = 2_000;

export const AnswerFilter = CaseFilter.pick({
  from: true,
  to: true,
  system: true,
  sessionCategory: true,
  graph: true,
  search: true,
}).extend({
  judged: z
    .enum(["all", "right", "wrong"])
    .default("all")
    .describe("the judgement of the judge or the verdict"),
});

export const JudgedAnswer = z
  .object({
    id: z.string().describe("of a wrong answer, the id of its case"),
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
    errorType: ErrorType.nullable().describe("of the verdict on a wrong answer"),
    labelledType: ErrorType.nullable().describe(
      "of the label that counts; `JudgeError` says that the answer was right",
    ),
  })
  .describe(`texts of a right answer are cut after ${MAX_ANSWER_CHARS} characters`)
  .meta({ id: "JudgedAnswer" });

export type AnswerFilter = z.infer<typeof AnswerFilter>;
export type JudgedAnswer = z.infer<typeof JudgedAnswer>;
