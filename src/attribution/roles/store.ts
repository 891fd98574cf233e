/** The memory as it stood when the question was asked: the last version of each unit, if not deleted. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Link, Variable } from "../../graph/model.ts";
import { executionOrder } from "./execution-order.ts";
import { kindOf, stepKindOf } from "./record-categories.ts";
import type { Roles } from "./roles.ts";
import { nextVersion } from "./versions.ts";

export function storeAt(graph: EvolutionGraph, roles: Roles): Variable[] {
  const order = executionOrder(graph);
  const before = (op: string) => (order.get(op) ?? 0) < roles.askedAt;
  const names = new Set<string>();
  for (const variable of graph.variables.values())
    if (roles.isMemory(variable)) names.add(variable.fullName);
  const units: Variable[] = [];
  for (const name of names) {
    const latest = graph
      .versionsOf(name)
      .filter(
        (v) =>
          graph.linksTo(v.id).length === 0 || graph.linksTo(v.id).some((link) => before(link.op)),
      )
      .at(-1);
    if (latest === undefined || latest.value.trim() === "") continue;
    const links = graph.linksFrom(latest.id).filter((link) => before(link.op));
    const next = nextVersion(graph, latest.id)?.id;
    const isGone = links.some((link) => link.to === next || isDeletion(graph, link, roles));
    if (!isGone) units.push(latest);
  }
  return units;
}

/** Whether the link takes its variable out of the memory. */
export function isDeletion(
  graph: EvolutionGraph,
  link: Pick<Link, "op" | "from" | "to" | "category">,
  roles: Roles,
): boolean {
  const target = graph.variables.get(link.to);
  if (target !== undefined && kindOf(target) === "tombstone") return true;
  if (stepKindOf(link) === "deletion" || stepKindOf(graph.operations.get(link.op)) === "deletion")
    return true;
  return target !== undefined && kindOf(target) === undefined && isTombstone(graph, link, roles);
}

/** A mark can say this much. */
const MAX_MARK_CHARS = 40;

/**
 * What a unit's last version leads to, and nothing after it: a short mark that nothing reads. Told
 * from the shape alone, where nothing says what the mark is.
 */
function isTombstone(
  graph: EvolutionGraph,
  { from, to }: Pick<Link, "from" | "to">,
  roles: Roles,
): boolean {
  const [unit, mark] = [graph.variables.get(from), graph.variables.get(to)];
  if (unit === undefined || mark === undefined || !roles.isMemory(unit)) return false;
  return (
    !roles.isMemory(mark) &&
    mark.value.length <= MAX_MARK_CHARS &&
    graph.linksFrom(to).length === 0 &&
    graph.linksTo(to).every((l) => roles.isUnit(l.from)) &&
    graph.versionsOf(unit.fullName).at(-1)?.id === from
  );
}
