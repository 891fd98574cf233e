import * as z from "zod";
import { AnswerDecisions, DecideAnswer } from "../../api/annotation/inferred-answers.ts";
import { declare, json, jsonBody } from "../declaration.ts";

const CaseParam = z.object({ case: z.string() });

export const listAnswerDecisions = declare("read", ["not_found"], {
  method: "get",
  path: "/cases/{case}/inferred-answer",
  tags: ["Labels"],
  summary: "List the decisions on the case's inferred answer",
  request: { params: CaseParam },
  responses: { 200: json(AnswerDecisions, "The decisions.") },
});

export const decideAnswer = declare("label", ["not_found", "conflict"], {
  method: "put",
  path: "/cases/{case}/inferred-answer",
  audit: { action: "inferred_answer.decide", shown: ["decision"] },
  tags: ["Labels"],
  summary: "Accept, change or refuse an inferred answer",
  description:
    "The newest decision counts, and the case is attributed again: with the confirmed answer, or without the refused one. Earlier decisions stay in the history. If somebody decided since `seen`, the answer is 409.",
  request: { params: CaseParam, body: jsonBody(DecideAnswer) },
  responses: { 200: json(AnswerDecisions, "The decisions after the change.") },
});
