import { listLabels as declaration } from "../../../protocol/routes/annotation/labels.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { authorOf } from "./label-answers.ts";

export const listLabels = router().openapi(operation(declaration), async (c) => {
  const { case: id } = c.req.valid("param");
  const { cursor, limit } = c.req.valid("query");
  const labels = await c.get("project").labels.of(id, authorOf(c), { cursor, limit });
  if (labels === undefined) throw notFound("case");
  return c.json(labels, 200);
});
