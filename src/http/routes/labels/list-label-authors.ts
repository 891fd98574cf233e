import { listLabelAuthors as declaration } from "../../../protocol/routes/annotation/labels.ts";
import { operation, router } from "../../route.ts";
import { authorOf } from "./label-answers.ts";

export const listLabelAuthors = router().openapi(operation(declaration), async (c) => {
  return c.json({ items: await c.get("project").agreement.authors(authorOf(c)) }, 200);
});
