import { listLabels as declaration } from "../../../protocol/routes/annotation/labels.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { authorOf } from "./label-answers.ts";

export const listLabels = router().openapi(operation(declaration), async (c) => {
  const labels = await c.get("project").labels.of(c.req.valid("param").case, authorOf(c));
  if (labels === undefined) throw notFound("case");
  return c.json(labels, 200);
});
