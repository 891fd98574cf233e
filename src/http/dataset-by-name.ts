import type { Dataset } from "../protocol/api/experiments.ts";
import type { ProjectServices } from "./context.ts";
import { notFound } from "./errors.ts";

/** @throws ApiError 404 if no dataset has this id or name */
export async function datasetOf(
  project: Pick<ProjectServices, "datasets">,
  { dataset }: { readonly dataset: string },
): Promise<Dataset> {
  const found = await project.datasets.find(dataset);
  if (found === undefined) throw notFound("dataset");
  return found;
}
