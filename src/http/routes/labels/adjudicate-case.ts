import { adjudicateCase as declaration } from "../../../protocol/routes/annotation/labels.ts";
import { operation, router } from "../../route.ts";
import { checkLabel } from "./check-label.ts";
import { authorOf, refusedLabel } from "./label-answers.ts";

export const adjudicateCase = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { case: id } = c.req.valid("param");
  const { seen, label } = c.req.valid("json");
  await checkLabel(project, id, label, "label.");
  const now = c.get("services").now();
  const decided = await project.labels.adjudicate(id, authorOf(c), { label, seen }, now);
  if (!decided.ok) throw refusedLabel(decided.fault);
  return c.json(decided.value, 200);
});
