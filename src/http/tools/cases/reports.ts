import * as z from "zod";
import type { Report } from "../../../protocol/api/insights/reports.ts";
import { idText } from "../../../protocol/bounded-inputs.ts";
import { ApiError } from "../../errors.ts";
import { pageOf } from "../pages.ts";
import { type ToolAnswer, type ToolContext, tool } from "../tool.ts";
import { excerpt } from "../tool-result.ts";

const LISTED = 10;

export const reports = tool({
  name: "reports",
  title: "Read the reports",
  description:
    "Lists the newest reports on wrong answers. With `report`, shows one: its headline, the largest error types and operations, what changed since the previous report, and the explanation with the cases behind each claim.",
  access: "read",
  isReadOnly: true,
  input: z.object({ report: idText.optional().describe("id of a report; omit it for the list") }),
  answer: async ({ report: id }, context) => {
    if (id === undefined) return listed(context);
    const found = await context.project.reports.find(id);
    if (found !== undefined) return shownReport(found, context);
    throw new ApiError(
      "not_found",
      `There is no report ${excerpt(id)} in this project. Call reports without arguments to list the ids.`,
    );
  },
});

async function listed(context: ToolContext): Promise<ToolAnswer> {
  const { items } = await context.project.reports.list(undefined, LISTED);
  return {
    facts: {},
    lists: {
      reports: items.map(({ id, from, to, headline }) => ({ report: id, from, to, headline })),
    },
    page: pageOf(context, "reports"),
  };
}

function shownReport(
  { id, from, to, headline, body, explanation }: Report,
  context: ToolContext,
): ToolAnswer {
  const { cases, attributed, undecided, byType, byOperation, findings, changes } = body;
  return {
    facts: { report: id, from, to, headline, cases, attributed, undecided },
    lists: {
      byType: byType.filter(({ count }) => count > 0),
      byOperation: byOperation.slice(0, LISTED),
      changes: changes?.byType ?? [],
      claims: (explanation?.systems ?? []).flatMap(({ system, claims }) =>
        claims.map(({ title, text, cases: behind }) => ({
          ...{ system, title, text: excerpt(text, 600) },
          cases: behind.slice(0, 5),
        })),
      ),
      findings: findings.map(({ title, text, errorType, opName, count, cases: typical }) => ({
        ...{ title, text: excerpt(text), errorType, opName, count },
        cases: typical.slice(0, 3).map((one) => one.id),
      })),
    },
    page: pageOf(context, "reports", id),
    next: "why_wrong explains a case.",
  };
}
