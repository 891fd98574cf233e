/**
 * Returns the name of the graph's Durable Object. It consists only of authenticated parts, and
 * project ids contain no colon.
 */
export function graphObjectName(project: string, graph: string): string {
  return `${project}:${graph}`;
}

/** Returns the project and the graph that a Durable Object's name consists of. */
export function identityOf(name: string | undefined): { project: string; graph: string } {
  const colon = name?.indexOf(":") ?? -1;
  if (name === undefined || colon < 0) throw new Error("a graph object is reached by its name");
  return { project: name.slice(0, colon), graph: name.slice(colon + 1) };
}
