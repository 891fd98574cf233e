import { showDistribution } from "../../../protocol/routes/insights.ts";
import { buildDistribution } from "../../../reports/distribution.ts";
import { periodOf } from "../../period.ts";
import { operation, router } from "../../route.ts";

/** Cases that figures are made of; a project with more in a period narrows it. */
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
  const [rows, byPromptVersion, firstEventAt] = await Promise.all([
    project.cases.figures(filter, MAX_ROWS),
    project.prompts.distribution(filter),
    project.graphs.firstEventAt(),
  ]);
  return c.json(
    {
      ...buildDistribution(rows, period),
      byPromptVersion,
      firstEventAt: firstEventAt === undefined ? null : new Date(firstEventAt).toISOString(),
    },
    200,
  );
});
