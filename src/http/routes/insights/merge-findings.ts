import type { FindingRow } from "../../../database/insights/finding-views.ts";
import { mergeFinding, separateFinding } from "../../../protocol/routes/insights.ts";
import type { ProjectServices } from "../../context.ts";
import { ApiError, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const mergedFindings = router()
  .openapi(operation(mergeFinding), async (c) => {
    const project = c.get("project");
    const now = c.get("services").now();
    const { into, note } = c.req.valid("json");
    const merged = await whole(project, c.req.valid("param").finding);
    if (into === merged.id) {
      throw new ApiError("invalid_request", "into: is the finding itself. Choose another one.");
    }
    const target = await project.findings.row(into);
    if (target === undefined) {
      throw new ApiError("invalid_request", `into: the project has no finding ${into}.`);
    }
    if (target.mergedInto !== null) {
      throw new ApiError(
        "conflict",
        `into: was merged into ${target.mergedInto}. Give that one instead.`,
      );
    }
    const author = { by: c.get("principal").name, note };
    if (!(await project.findings.merge(merged, target, author, now))) {
      throw new ApiError(
        "conflict",
        "One of the findings was merged meanwhile. Read both again, and decide anew.",
      );
    }
    const found = await project.findings.find(target.id, now);
    if (found === undefined) throw notFound("finding");
    return c.json(found, 200);
  })
  .openapi(operation(separateFinding), async (c) => {
    const { findings } = c.get("project");
    const now = c.get("services").now();
    const merged = await findings.row(c.req.valid("param").finding);
    if (merged === undefined) throw notFound("finding");
    const target = merged.mergedInto === null ? undefined : await findings.row(merged.mergedInto);
    if (target === undefined) {
      throw new ApiError("conflict", "The finding is not merged into another one.");
    }
    await findings.separate(merged, target, { by: c.get("principal").name, note: "" }, now);
    const found = await findings.find(merged.id, now);
    if (found === undefined) throw notFound("finding");
    return c.json(found, 200);
  });

/**
 * Returns a finding that was not merged into another.
 * @throws ApiError if the project has no such finding, or if it was merged
 */
async function whole({ findings }: ProjectServices, id: string): Promise<FindingRow> {
  const row = await findings.row(id);
  if (row === undefined) throw notFound("finding");
  if (row.mergedInto === null) return row;
  throw new ApiError(
    "conflict",
    `The finding was merged into ${row.mergedInto}. Separate it first with DELETE /v1/findings/{finding}/merge.`,
  );
}
