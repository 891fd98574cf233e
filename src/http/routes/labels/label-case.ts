import { labelCase as declaration } from "../../../protocol/routes/annotation/labels.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { checkLabel } from "./check-label.ts";
import { authorOf, refusedLabel } from "./label-answers.ts";

export const labelCase = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { case: id } = c.req.valid("param");
  const label = c.req.valid("json");
  await checkLabel(project, id, label, "");
  const now = c.get("services").now();
  const set = await project.labels.set(id, authorOf(c), label, now);
  if (!set.ok) throw refusedLabel(set.fault);
  const labelled = await project.cases.find(id);
  if (labelled === undefined) throw notFound("case");
  return c.json(labelled, 200);
});
