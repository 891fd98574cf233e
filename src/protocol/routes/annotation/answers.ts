import * as z from "zod";
import { AnswerFilter, JudgedAnswer, MAX_RIGHT_ANSWERS } from "../../api/annotation/answers.ts";
import { Case, Page } from "../../api/api.ts";
import { declare, json, PageQuery } from "../declaration.ts";

export const listAnswers = declare("read", [], {
  method: "get",
  path: "/answers",
  tags: ["Cases"],
  summary: "List judged answers, right and wrong, last answered first",
  description: `Wrong answers are the cases. Right answers come from verdicts and judge operations with a passing score; the first ${MAX_RIGHT_ANSWERS} of each graph are kept. They appear when the graph has received nothing for a minute.`,
  request: { query: AnswerFilter.extend(PageQuery.shape) },
  responses: { 200: json(Page(JudgedAnswer), "One page.") },
});

export const disputeAnswer = declare("write", ["not_found", "conflict"], {
  method: "post",
  path: "/answers/{answer}/case",
  isRepeatable: true,
  audit: "answer.dispute",
  tags: ["Cases"],
  summary: "Open a case for a wrong answer that was judged right",
  description: "The answer is then listed as wrong. The case is attributed like any other.",
  request: { params: z.object({ answer: z.string() }) },
  responses: { 201: json(Case, "The case; its attribution follows.") },
});
