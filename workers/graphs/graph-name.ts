/**
 * The service authenticates the project's id, and the id contains no colon. So the name cannot lead
 * to another project's graph.
 */
export function graphObjectName(project: string, graph: string): string {
  return `${project}:${graph}`;
}

export function identityOf(name: string | undefined): { project: string; graph: string } {
  const colon = name?.indexOf(":") ?? -1;
  if (name === undefined || colon < 0) throw new Error("a graph object is reached by its name");
  return { project: name.slice(0, colon), graph: name.slice(colon + 1) };
}
