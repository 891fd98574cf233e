import type { Label } from "../../../protocol/api/annotation/labels.ts";
import type { ProjectServices } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { checkRecord } from "../../graphs/check-record.ts";
import { loadGraph } from "../../graphs/graph-revision.ts";

/**
 * Refuses a label if it names a record that is not in the graph of the case.
 *
 * @param place path of the label in the request, such as `label.`; errors begin with it
 * @throws ApiError that names the field
 */
export async function checkLabel(
  project: ProjectServices,
  id: string,
  label: Label,
  place: string,
): Promise<void> {
  const found = await project.cases.find(id);
  const graph = found && (await loadGraph(project, found.graph));
  if (graph === undefined) throw notFound("case");
  checkRecord("operation", `${place}op`, label.op, graph.operations);
  for (const [index, { op }] of label.also.entries())
    checkRecord("operation", `${place}also.${index}.op`, op, graph.operations);
  checkRecord("link", `${place}link`, label.link, graph.links);
  for (const [index, id] of (label.evidence ?? []).entries())
    checkRecord("variable", `${place}evidence.${index}`, id, graph.variables);
}
