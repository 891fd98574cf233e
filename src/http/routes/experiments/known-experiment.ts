import type { ProjectServices } from "../../context.ts";
import { notFound } from "../../errors.ts";

export async function experimentOf(project: ProjectServices, id: string) {
  const found = await project.experiments.find(id);
  if (found === undefined) throw notFound("experiment");
  return found;
}

export async function existing(project: ProjectServices, id: string): Promise<string> {
  if (!(await project.experiments.exists(id))) throw notFound("experiment");
  return id;
}
