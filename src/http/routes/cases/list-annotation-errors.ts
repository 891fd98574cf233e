import { listAnnotationErrors as declaration } from "../../../protocol/routes/annotation/annotation-errors.ts";
import { operation, router } from "../../route.ts";

export const listAnnotationErrors = router().openapi(operation(declaration), async (c) => {
  const { cursor, limit, ...filter } = c.req.valid("query");
  const page = await c.get("project").answers.annotationErrors(filter, { cursor, limit });
  return c.json(page, 200);
});
