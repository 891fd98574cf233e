import { CaseFilter } from "../../../protocol/api/api.ts";
import type { Distribution } from "../../../protocol/api/insights/distribution.ts";
import { distributionAnswer } from "../../routes/insights/distribution-answer.ts";
import { pageOf } from "../pages.ts";
import { tool } from "../tool.ts";

const MAX_SHARES = 10;

export const errorDistribution = tool({
  name: "error_distribution",
  title: "Where do wrong answers come from?",
  description:
    "Counts the wrong answers of a period by error type, sub-kind, operation, memory system and prompt version: the last seven days by default. Shows what to fix first. The filters are those of list_cases.",
  access: "read",
  isReadOnly: true,
  input: CaseFilter,
  answer: async (filter, context) => {
    const found = await distributionAnswer(context.project, filter, context.now());
    const { from, to, headline, cases, right, attributed, undecided, waiting } = found;
    return {
      facts: { from, to, headline, cases, right, attributed, undecided, waiting },
      lists: {
        byType: found.byType.filter(({ count }) => count > 0),
        byOperation: most(found.byOperation),
        bySystem: most(found.bySystem),
        byPromptVersion: found.byPromptVersion
          .slice(0, MAX_SHARES)
          .map(({ name, version, count, byType }) => ({ prompt: name, version, count, byType })),
      },
      page: pageOf(context),
      next: "list_cases with `errorType` or `opName` lists the cases behind a figure.",
    };
  },
});

function most(shares: Distribution["byOperation"]) {
  return shares.slice(0, MAX_SHARES).map(({ key, ...share }) => ({ name: key, ...share }));
}
