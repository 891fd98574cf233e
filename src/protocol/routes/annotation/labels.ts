/** Routes for labels: the caller's label, the labels of all authors, and the adjudication. */
import * as z from "zod";
import {
  Agreement,
  Disagreement,
  DisagreementWith,
  LabelAuthors,
} from "../../api/annotation/agreement.ts";
import { Adjudicate, CaseLabels, Label, SeenQuery } from "../../api/annotation/labels.ts";
import { Case, CaseFilter, Page } from "../../api/api.ts";
import { declare, json, jsonBody, PageQuery } from "../declaration.ts";

const CaseParam = z.object({ case: z.string() });

export const labelCase = declare("label", ["not_found", "conflict"], {
  method: "put",
  path: "/cases/{case}/label",
  audit: "label.set",
  tags: ["Labels"],
  summary: "Label a case",
  description:
    "Sets your own label; your earlier ones stay in the history. `label` of the case is the label that counts: the newest adjudication; otherwise the newest label, if all authors agree on the error type and the operation; otherwise none.",
  request: { params: CaseParam, body: jsonBody(Label) },
  responses: { 200: json(Case, "The labelled case.") },
});

export const unlabelCase = declare("label", ["not_found", "conflict"], {
  method: "delete",
  path: "/cases/{case}/label",
  audit: "label.withdraw",
  tags: ["Labels"],
  summary: "Withdraw your label",
  description: "If you have no label, nothing changes.",
  request: { params: CaseParam },
  responses: { 200: json(Case, "The case without your label.") },
});

export const listLabels = declare("read", ["not_found"], {
  method: "get",
  path: "/cases/{case}/labels",
  tags: ["Labels"],
  summary: "List everybody's labels of a case, with their history",
  request: { params: CaseParam, query: PageQuery },
  responses: { 200: json(CaseLabels, "The labels.") },
});

export const adjudicateCase = declare("admin", ["not_found", "conflict"], {
  method: "put",
  path: "/cases/{case}/adjudication",
  audit: "adjudication.set",
  tags: ["Labels"],
  summary: "Decide which label counts",
  description:
    "For owners and admins. The labels themselves do not change. If somebody labelled or adjudicated since `seen`, the answer is 409 and names the new rows.",
  request: { params: CaseParam, body: jsonBody(Adjudicate) },
  responses: { 200: json(CaseLabels, "The labels after the change.") },
});

export const withdrawAdjudication = declare("admin", ["not_found", "conflict"], {
  method: "delete",
  path: "/cases/{case}/adjudication",
  audit: "adjudication.withdraw",
  tags: ["Labels"],
  summary: "Withdraw the adjudication",
  description: "The authors' labels count again. Without an adjudication, nothing changes.",
  request: { params: CaseParam, query: SeenQuery },
  responses: { 200: json(CaseLabels, "The labels after the change.") },
});

export const showAgreement = declare("read", [], {
  method: "get",
  path: "/agreement",
  tags: ["Labels"],
  summary: "Compare people's labels with each other and with the tracer",
  description:
    "The share of equal labels and Cohen's κ, for error types and for operations. Adjudications are not compared.",
  request: { query: CaseFilter },
  responses: { 200: json(Agreement, "The agreement.") },
});

export const listLabelAuthors = declare("read", [], {
  method: "get",
  path: "/agreement/authors",
  tags: ["Labels"],
  summary: "List the people, keys and files that labelled cases",
  description: "Each id is a value of the filter `author`.",
  responses: { 200: json(LabelAuthors, "All authors of labels.") },
});

export const listDisagreements = declare("read", [], {
  method: "get",
  path: "/agreement/disagreements",
  tags: ["Labels"],
  summary: "List cases on which people differ, last answered first",
  request: {
    query: CaseFilter.extend(PageQuery.shape).extend({
      between: DisagreementWith.default("people").describe(
        "`people`: labels disagree on the error type or the operation, even if the case was adjudicated since; `tracer`: a label disagrees with the verdict",
      ),
    }),
  },
  responses: { 200: json(Page(Disagreement), "One page.") },
});
