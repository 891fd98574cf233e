import { labelCase as declaration } from "../../../protocol/routes/annotation/labels.ts";
import { operation, router } from "../../route.ts";
import { authorOf } from "./label-answers.ts";
import { setLabel } from "./set-label.ts";

export const labelCase = router().openapi(operation(declaration), async (c) => {
  const { case: id } = c.req.valid("param");
  const now = c.get("services").now();
  const labelled = await setLabel(c.get("project"), id, authorOf(c), c.req.valid("json"), now);
  return c.json(labelled, 200);
});
