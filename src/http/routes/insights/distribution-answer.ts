import type { CaseFilter } from "../../../protocol/api/api.ts";
import { hasRightAnswers } from "../../../protocol/api/insights/case-selection.ts";
import type { Distribution } from "../../../protocol/api/insights/distribution.ts";
import { buildDistribution } from "../../../reports/distribution.ts";
import { bucketOf, gridOf } from "../../../reports/over-time.ts";
import type { ProjectServices } from "../../context.ts";
import { ApiError } from "../../errors.ts";
import { periodOf } from "../../period.ts";

/**
 * Maximum number of groups in one answer. The cases of one group have the same time, system,
 * operation and kind.
 */
const MAX_GROUPS = 50_000;
const TOO_MANY_GROUPS = `The cases of this period form more than ${MAX_GROUPS} groups by time, system, operation and kind. Choose a shorter period, or a filter.`;

export async function distributionAnswer(
  project: ProjectServices,
  query: CaseFilter,
  now: number,
): Promise<Distribution> {
  const period = periodOf(query, now);
  const filter = {
    ...query,
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
  };
  const grid = gridOf(bucketOf(period));
  const [counted, byPromptVersion, firstEventAt] = await Promise.all([
    project.cases.answers({ filter, grid, limit: MAX_GROUPS }),
    project.prompts.distribution(filter),
    project.graphs.firstEventAt(),
  ]);
  if (counted === null) throw new ApiError("too_costly", TOO_MANY_GROUPS);
  const { groups, byBucket, right, mendedAt } = counted;
  return {
    ...buildDistribution(groups, period, byBucket),
    right: hasRightAnswers(query) ? (right ?? (await project.answers.countRight(filter))) : null,
    correctedAt: mendedAt === null ? null : new Date(mendedAt).toISOString(),
    byPromptVersion,
    firstEventAt: firstEventAt === null ? null : new Date(firstEventAt).toISOString(),
  };
}
