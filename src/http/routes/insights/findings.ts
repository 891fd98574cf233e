import { listFindings, showFinding, updateFinding } from "../../../protocol/routes/insights.ts";
import { ApiError, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { assigneeMeant, newAssignee } from "./finding-assignee.ts";
import { deliveriesOfChange } from "./finding-deliveries.ts";
import { newFix } from "./finding-fix.ts";

export const findings = router()
  .openapi(operation(listFindings), async (c) => {
    const { assignee, ...query } = c.req.valid("query");
    const filter = { ...query, assignee: assigneeMeant(c, assignee) };
    const items = await c.get("project").findings.list(filter, c.get("services").now());
    return c.json({ items }, 200);
  })
  .openapi(operation(showFinding), async (c) => {
    const found = await c
      .get("project")
      .findings.find(c.req.valid("param").finding, c.get("services").now());
    if (found === undefined) throw notFound("finding");
    return c.json(found, 200);
  })
  .openapi(operation(updateFinding), async (c) => {
    const { state, note, fixedAt, assignee, fix } = c.req.valid("json");
    const id = c.req.valid("param").finding;
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
      assignee: await newAssignee(c, assignee),
      fix: await newFix(c, fix),
    };
    const deliveries = await deliveriesOfChange(c, id, state);
    const changed = await c.get("project").findings.change(id, change, now, deliveries);
    if (changed === undefined) throw notFound("finding");
    await c.get("project").wakeDeliveries(deliveries.map((delivery) => delivery.id));
    return c.json(changed, 200);
  });
