import { listPrompts as declaration } from "../../../protocol/routes/prompts.ts";
import { operation, router } from "../../route.ts";

export const listPrompts = router().openapi(operation(declaration), async (c) => {
  const { cursor, limit } = c.req.valid("query");
  return c.json(await c.get("project").prompts.list(cursor, limit), 200);
});
