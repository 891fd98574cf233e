import { withdrawAdjudication as declaration } from "../../../protocol/routes/annotation/labels.ts";
import { operation, router } from "../../route.ts";
import { authorOf, refusedLabel } from "./label-answers.ts";

export const withdrawAdjudication = router().openapi(operation(declaration), async (c) => {
  const { case: id } = c.req.valid("param");
  const { seen } = c.req.valid("query");
  const now = c.get("services").now();
  const withdrawal = { label: null, seen };
  const decided = await c.get("project").labels.adjudicate(id, authorOf(c), withdrawal, now);
  if (!decided.ok) throw refusedLabel(decided.fault);
  return c.json(decided.value, 200);
});
