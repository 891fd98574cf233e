import { listProposals as declaration } from "../../../protocol/routes/proposals.ts";
import { operation, router } from "../../route.ts";

export const listProposals = router().openapi(operation(declaration), async (c) => {
  const { cursor, limit, ...filter } = c.req.valid("query");
  return c.json(await c.get("project").proposals.list(filter, cursor, limit), 200);
});
