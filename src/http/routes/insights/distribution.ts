import { showDistribution } from "../../../protocol/routes/insights.ts";
import { buildDistribution } from "../../../reports/distribution.ts";
import { bucketOf, gridOf } from "../../../reports/over-time.ts";
import { ApiError } from "../../errors.ts";
import { periodOf } from "../../period.ts";
import { operation, router } from "../../route.ts";

/** Maximum groups of cases with the same time, system, operation and so on. */
const MAX_GROUPS = 50_000;
const TOO_MANY_GROUPS = `The cases of this period form more than ${MAX_GROUPS} groups of one time, system, operation and kind. Choose a shorter period, or a filter.`;

export const distribution = router().openapi(operation(showDistribution), async (c) => {
  const project = c.get("project");
  const query = c.req.valid("query");
  const period = periodOf(query, c.get("services").now());
  const filter = {
    ...query,
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
  };
  const grid = gridOf(bucketOf(period));
  const [groups, right, byPromptVersion, firstEventAt] = await Promise.all([
    project.cases.groups({ filter, grid, limit: MAX_GROUPS + 1 }),
    hasRightAnswers(query) ? project.answers.countRight(filter) : null,
    project.prompts.distribution(filter),
    project.graphs.firstEventAt(),
  ]);
  if (groups.length > MAX_GROUPS) throw new ApiError("too_costly", TOO_MANY_GROUPS);
  return c.json(
    {
      ...buildDistribution(groups, period),
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
