import { listDisagreements as declaration } from "../../../protocol/routes/annotation/labels.ts";
import { operation, router } from "../../route.ts";
import { authorOf } from "./label-answers.ts";

export const listDisagreements = router().openapi(operation(declaration), async (c) => {
  const { cursor, limit, between, ...filter } = c.req.valid("query");
  const { agreement } = c.get("project");
  const page = await agreement.disagreements(filter, between, cursor, limit, authorOf(c));
  return c.json(page, 200);
});
