import { listSuggestions as declaration } from "../../../protocol/routes/proposals.ts";
import { operation, router } from "../../route.ts";

export const listSuggestions = router().openapi(operation(declaration), async (c) => {
  const { cursor, limit, ...filter } = c.req.valid("query");
  return c.json(await c.get("project").proposals.suggestions(filter, cursor, limit), 200);
});
