import { showCase as declaration } from "../../../protocol/routes/cases.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const showCase = router().openapi(operation(declaration), async (c) => {
  const found = await c.get("project").cases.find(c.req.valid("param").case);
  if (found === undefined) throw notFound("case");
  return c.json(found, 200);
});
