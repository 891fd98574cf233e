import { unlabelCase as declaration } from "../../../protocol/routes/annotation/labels.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { authorOf, refusedLabel } from "./label-answers.ts";

export const unlabelCase = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { case: id } = c.req.valid("param");
  const set = await project.labels.set(id, authorOf(c), null, c.get("services").now());
  if (!set.ok) throw refusedLabel(set.fault);
  const unlabelled = await project.cases.find(id);
  if (unlabelled === undefined) throw notFound("case");
  return c.json(unlabelled, 200);
});
