/** Finds the variables from which operations made the context of the answering operation. */
import type { CaseTrace } from "../flow/trace-context.ts";

/**
 * Returns a function that tells whether the variable with an id led to the context. If no link
 * leads to the context, the function returns true for every variable.
 */
export function contextSources({
  graph,
  roles,
}: Pick<CaseTrace, "graph" | "roles">): (id: string) => boolean {
  const { context, isUnit } = roles;
  const leading = new Set(context.map(({ id }) => id));
  // This loop also visits the variables that it adds to `leading`.
  for (const id of leading)
    for (const { from } of graph.linksTo(id)) if (!isUnit(from)) leading.add(from);
  return (id) => leading.size === context.length || leading.has(id) || isUnit(id);
}
