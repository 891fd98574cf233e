import { listFindings, showFinding, updateFinding } from "../../../protocol/routes/insights.ts";
import { ApiError, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const findings = router()
  .openapi(operation(listFindings), async (c) => {
    const { state } = c.req.valid("query");
    return c.json(
      { items: await c.get("project").findings.list(state, c.get("services").now()) },
      200,
    );
  })
  .openapi(operation(showFinding), async (c) => {
    const found = await c
      .get("project")
      .findings.find(c.req.valid("param").finding, c.get("services").now());
    if (found === undefined) throw notFound("finding");
    return c.json(found, 200);
  })
  .openapi(operation(updateFinding), async (c) => {
    const { state, note, fixedAt } = c.req.valid("json");
    const now = c.get("services").now();
    if (fixedAt !== undefined && Date.parse(fixedAt) > now) {
      throw new ApiError(
        "invalid_request",
        "fixedAt: is in the future. Give an earlier time, or omit it.",
      );
    }
    const change = {
      ...{ state, note, by: c.get("principal").name },
      fixedAt: fixedAt === undefined ? now : Date.parse(fixedAt),
    };
    const changed = await c
      .get("project")
      .findings.change(c.req.valid("param").finding, change, now);
    if (changed === undefined) throw notFound("finding");
    return c.json(changed, 200);
  });
