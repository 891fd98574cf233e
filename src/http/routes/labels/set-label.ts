import type { Label } from "../../../protocol/api/annotation/labels.ts";
import type { Case } from "../../../protocol/api/api.ts";
import type { ProjectServices } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { checkLabel } from "./check-label.ts";
import { refusedLabel } from "./label-answers.ts";

/**
 * Stores the author's label of the case. Labels of other authors stay unchanged.
 * @throws ApiError if the case does not exist, or a record that the label names does not exist
 */
export async function setLabel(
  project: ProjectServices,
  id: string,
  author: string,
  label: Label,
  now: number,
): Promise<Case> {
  await checkLabel(project, id, label, "");
  const set = await project.labels.set(id, author, label, now);
  if (!set.ok) throw refusedLabel(set.fault);
  const labelled = await project.cases.find(id);
  if (labelled === undefined) throw notFound("case");
  return labelled;
}
