import { unlabelCase as declaration } from "../../../protocol/routes/cases.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const unlabelCase = router().openapi(operation(declaration), async (c) => {
  const unlabelled = await c.get("project").cases.setLabel(c.req.valid("param").case, null);
  if (unlabelled === undefined) throw notFound("case");
  return c.json(unlabelled, 200);
});
