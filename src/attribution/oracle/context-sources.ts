import type { CaseTrace } from "../flow/trace-context.ts";

/**
 * Returns a function that tells whether links lead from a variable to the context. The function
 * also returns true for every memory unit. If no link leads to the context, it returns true for
 * every variable.
 */
export function contextSources({
  graph,
  roles,
}: Pick<CaseTrace, "graph" | "roles">): (id: string) => boolean {
  const { context, isUnit } = roles;
  const leading = new Set(context.map(({ id }) => id));
  // Go back from the context over all links, but not through memory units. This loop also visits
  // the variables that it adds to `leading`.
  for (const id of leading)
    for (const { from } of graph.linksTo(id)) if (!isUnit(from)) leading.add(from);
  return (id) => leading.size === context.length || leading.has(id) || isUnit(id);
}
