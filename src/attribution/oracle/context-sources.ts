/** Finds the values from which the context of the answering step was made. */
import type { CaseTrace } from "../flow/trace-context.ts";

/**
 * Returns a test of a value's id. The test is true for every value if no link leads to the context.
 */
export function contextSources({
  graph,
  roles,
}: Pick<CaseTrace, "graph" | "roles">): (id: string) => boolean {
  const { context, isUnit } = roles;
  const leading = new Set(context.map(({ id }) => id));
  // The loop also visits the values that it adds.
  for (const id of leading)
    for (const { from } of graph.linksTo(id)) if (!isUnit(from)) leading.add(from);
  return (id) => leading.size === context.length || leading.has(id) || isUnit(id);
}
