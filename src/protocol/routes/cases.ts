import * as z from "zod";
import { Case, CaseCount, CaseFilter, CaseSummary, OpenCase, Page } from "../api/api.ts";
import { Transcript } from "../api/transcript.ts";
import { MAX_COUNTED_CASES } from "../limits.ts";
import { declare, json, jsonBody, PageQuery } from "./declaration.ts";

const CaseParam = z.object({ case: z.string() });

export const openCase = declare("write", ["not_found", "conflict"], {
  method: "post",
  path: "/cases",
  isRepeatable: true,
  audit: { skipped: "Telemetry: programs report wrong answers, as verdict events do." },
  tags: ["Cases"],
  summary: "Open a case for a wrong answer",
  description:
    "For answers that were judged outside the trace. Repeating the request for the same question and answer of a graph returns the same case.",
  request: { body: jsonBody(OpenCase) },
  responses: { 201: json(Case, "The case; its attribution follows.") },
});

export const listCases = declare("read", [], {
  method: "get",
  path: "/cases",
  tags: ["Cases"],
  summary: "List cases, last answered first",
  request: { query: CaseFilter.extend(PageQuery.shape) },
  responses: { 200: json(Page(CaseSummary), "One page.") },
});

export const countCases = declare("read", [], {
  method: "get",
  path: "/case-count",
  tags: ["Cases"],
  summary: "Count the cases of a filter",
  description: `Takes the filters of the case list. Filters by time, verdict, operation, system, session category and agreement count all cases. Other filters count up to ${MAX_COUNTED_CASES} cases, and \`isMore\` says whether there are more.`,
  request: { query: CaseFilter },
  responses: { 200: json(CaseCount, "The count.") },
});

export const showCase = declare("read", ["not_found"], {
  method: "get",
  path: "/cases/{case}",
  tags: ["Cases"],
  summary: "Show a case with its attribution",
  request: { params: CaseParam },
  responses: { 200: json(Case, "The case.") },
});

export const showTranscript = declare("read", ["not_found"], {
  method: "get",
  path: "/cases/{case}/transcript",
  tags: ["Cases"],
  summary: "Show what a model was asked about a case, step by step",
  description:
    "Lists the questions to the oracle, and then the steps of the agent, from the newest attribution. The list is empty if no model was asked.",
  request: { params: CaseParam },
  responses: { 200: json(Transcript, "The transcript.") },
});

export const attributeCase = declare("write", ["not_found"], {
  method: "post",
  path: "/cases/{case}/attribute",
  isRepeatable: true,
  audit: "case.attribute",
  tags: ["Cases"],
  summary: "Attribute a case again",
  request: { params: CaseParam },
  responses: { 202: json(Case, "Queued. The earlier attribution stays until the new one exists.") },
});

export const listSimilarCases = declare("read", ["not_found"], {
  method: "get",
  path: "/cases/{case}/similar",
  tags: ["Cases"],
  summary: "List cases in which the same operation lost information in the same way",
  request: { params: CaseParam },
  responses: {
    200: json(z.object({ items: z.array(CaseSummary) }), "Last answered first."),
  },
});
