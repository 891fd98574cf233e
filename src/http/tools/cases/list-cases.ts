import * as z from "zod";
import { CaseFilter, type CaseSummary } from "../../../protocol/api/api.ts";
import { PageQuery } from "../../../protocol/routes/declaration.ts";
import { pageOf } from "../pages.ts";
import { tool } from "../tool.ts";
import { excerpt } from "../tool-result.ts";

const MAX_CASES = 20;

export const listCases = tool({
  name: "list_cases",
  title: "List wrong answers",
  description:
    "Lists wrong answers with their verdicts, last answered first. Filters select by error type, operation, memory system, graph, proof or words. why_wrong, propose_fix and replay_plan take the id of a case.",
  access: "read",
  isReadOnly: true,
  input: CaseFilter.extend({
    cursor: PageQuery.shape.cursor.describe("the value of `next_cursor` on the previous page"),
    limit: z.number().int().min(1).max(MAX_CASES).default(10),
  }),
  answer: async ({ cursor, limit, ...filter }, context) => {
    const { items, next } = await context.project.cases.list(filter, cursor, limit);
    return {
      facts: { next_cursor: next },
      lists: { cases: items.map(shownCase) },
      page: pageOf(context, "cases"),
      next: "why_wrong explains one case.",
    };
  },
});

function shownCase(item: CaseSummary) {
  const { id, graph, system, occurredAt, state, outcome, errorType, subKind } = item;
  return {
    case: id,
    graph,
    system,
    answeredAt: occurredAt,
    question: excerpt(item.query, 160),
    expected: item.expected.slice(0, 1).map((text) => excerpt(text, 120))[0] ?? null,
    answered: excerpt(item.prediction, 160),
    ...(state === "done" ? { outcome } : { state }),
    ...{ errorType, subKind, op: item.op, opName: item.opName },
    ...{ confidence: item.confidence, proof: item.proof, labels: item.labelState },
  };
}
