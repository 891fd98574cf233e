import { listAnswers as declaration } from "../../../protocol/routes/annotation/answers.ts";
import { operation, router } from "../../route.ts";

export const listAnswers = router().openapi(operation(declaration), async (c) => {
  const { cursor, limit, ...filter } = c.req.valid("query");
  return c.json(await c.get("project").answers.list(filter, cursor, limit), 200);
});
