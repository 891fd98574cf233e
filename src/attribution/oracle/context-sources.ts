/** Finds the values from which operations made the context of the answering operation. */
import type { CaseTrace } from "../flow/trace-context.ts";

/**
 * Returns a test for the id of a value. If no link leads to the context, the test is true for every
 * value.
 */
export function contextSources({
  graph,
  roles,
}: Pick<CaseTrace, "graph" | "roles">): (id: string) => boolean {
  const { context, isUnit } = roles;
  const leading = new Set(context.map(({ id }) => id));
  // This loop also visits the values that it adds.
  for (const id of leading)
    for (const { from } of graph.linksTo(id)) if (!isUnit(from)) leading.add(from);
  return (id) => leading.size === context.length || leading.has(id) || isUnit(id);
}
