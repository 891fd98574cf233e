import { showAgreement as declaration } from "../../../protocol/routes/annotation/labels.ts";
import { operation, router } from "../../route.ts";
import { authorOf } from "./label-answers.ts";

export const showAgreement = router().openapi(operation(declaration), async (c) => {
  const filter = c.req.valid("query");
  return c.json(await c.get("project").agreement.compare(filter, authorOf(c)), 200);
});
