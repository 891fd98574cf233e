import { showDistribution } from "../../../protocol/routes/insights.ts";
import { buildDistribution } from "../../../reports/distribution.ts";
import { periodOf } from "../../period.ts";
import { operation, router } from "../../route.ts";

/**
 * Maximum cases that the figures may count. With more cases, the request must choose a shorter
 * period.
 */
const MAX_ROWS = 50_000;

export const distribution = router().openapi(operation(showDistribution), async (c) => {
  const project = c.get("project");
  const query = c.req.valid("query");
  const period = periodOf(query, c.get("services").now());
  const filter = {
    ...query,
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
  };
  const [rows, right, byPromptVersion, firstEventAt] = await Promise.all([
    project.cases.figures(filter, MAX_ROWS),
    hasRightAnswers(query) ? project.answers.countRight(filter) : null,
    project.prompts.distribution(filter),
    project.graphs.firstEventAt(),
  ]);
  return c.json(
    {
      ...buildDistribution(rows, period),
      right,
      byPromptVersion,
      firstEventAt: firstEventAt === null ? null : new Date(firstEventAt).toISOString(),
    },
    200,
  );
});

const OF_ANY_ANSWER = new Set(["from", "to", "system", "sessionCategory"]);

/** Other filters apply to verdicts, which right answers do not have. */
function hasRightAnswers(query: object): boolean {
  return Object.keys(query).every((name) => OF_ANY_ANSWER.has(name));
}
