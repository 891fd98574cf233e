import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { encloses } from "../../graph/history/enclosing.ts";
import { executionOrder, writerOf } from "../../graph/history/execution-order.ts";
import { isEmptied, isRemoval } from "../../graph/memory/removal.ts";
import { shapesOf } from "../../graph/memory/structural-signatures.ts";
import { nextVersion } from "../../graph/memory/versions.ts";
import type { Link } from "../../graph/model.ts";
import type { Roles } from "../roles/roles.ts";
import { NARROW_LOSS } from "../thresholds.ts";
import { shareOfWays } from "./branch-width.ts";
import { type Flow, type Loss, type Step, stepsFrom } from "./flow.ts";
import { handlingStep } from "./handling-step.ts";
import { retirementOf } from "./retirement/retirement.ts";
import type { Tracing } from "./trace-context.ts";

/**
 * A detail can take several paths to the memory and be lost on each of them. As long as one path is
 * left, the detail can still reach the memory. So the loss that happened last is decisive, and this
 * function returns it. If an earlier operation had already made the last loss certain, returns the
 * loss at the earlier operation.
 */
export function decisiveLoss(flow: Flow, tracing: Tracing): Loss | undefined {
  const [only, ...others] = flow.losses;
  if (only === undefined) return undefined;
  if (others.length === 0) return replacedBefore(only, flow, tracing) ?? only;
  const counting = flow.losses.filter((loss) => !wasStored(loss, flow, tracing));
  const weighed = (counting.length > 0 ? counting : flow.losses).map((loss) => ({
    loss,
    share: shareOfLoss(loss, flow, tracing),
  }));
  const most = weighed.reduce((best, { share }) => Math.max(best, share), 0);
  const latest = weighed.findLast(({ share }) => share >= NARROW_LOSS * most)?.loss;
  if (latest === undefined) return undefined;
  const last =
    removalBy(latest, counting, tracing) ?? handlingStep(latest, counting, flow, tracing);
  return replacedBefore(last, flow, tracing) ?? firstOfItsKind(last, counting, tracing) ?? last;
}

/**
 * The operation of `latest` can also remove a memory unit with the detail. For example, it reads a
 * plan that names the unit to delete, and deletes this unit. Then the removal is the cause, and not
 * that the operation left out words of the plan. So this function returns the loss by the removal.
 * Returns undefined if the operation removed no such unit.
 */
function removalBy(
  latest: Loss,
  losses: readonly Loss[],
  { graph, roles }: Tracing,
): Loss | undefined {
  if (roles.isUnit(latest.carrier)) return undefined;
  return losses.find(
    (loss) => loss.op === latest.op && loss.steps.some((step) => removes(step, graph, roles)),
  );
}

/**
 * Sometimes a deletion only cleans up, because another operation has already replaced the deleted
 * units. Then this function returns the loss at the replacing operation. The replacing operation
 * must run before or inside the deletion, and read all units that the deletion removes. One of
 * these must also be true:
 * - The deletion read the replacement.
 * - All other units that the replacing operation read are deleted too.
 * - The deletion runs directly after the replacing operation, and removes the oldest of the units
 *   that this operation read.
 */
function replacedBefore(last: Loss, flow: Flow, { graph, roles }: Tracing): Loss | undefined {
  if (!last.steps.some((step) => removes(step, graph, roles))) return undefined;
  const { carrier } = last;
  const retired = retirementOf(carrier, graph);
  if (retired !== undefined) return retired;
  const at = (op: string) => executionOrder(graph).get(op) ?? 0;
  const messages = new Set(roles.isUnit(carrier) ? [] : roles.messages.map(({ id }) => id));
  const isHeld = (id: string) => roles.isUnit(id) || messages.has(id);
  const kept = new Set(keptBy(last.op, graph, roles, isHeld));
  const cleared = new Set(
    [...readBy(last.op, graph, isHeld), carrier].filter((id) => !kept.has(id)),
  );
  const isGone = (id: string) => cleared.has(id) || isRemoved(id, graph, roles);
  const replaces = (op: string) => {
    if (op === last.op || (at(op) >= last.at && !encloses(graph, last.op, op))) return false;
    const read = readBy(op, graph, isHeld);
    const puts = graph.linksOf(op).some((link) => roles.isUnit(link.to) && !read.has(link.to));
    if (!puts || ![...cleared].every((id) => read.has(id))) return false;
    if ([...kept].some((id) => writerOf(graph, id) === op)) return true;
    const left = [...read].filter((id) => !isGone(id));
    return left.length === 0 || (areOlder(cleared, left, graph) && isNext(op, last.op, graph));
  };
  const known = new Map<string, boolean>();
  const isReplacing = (op: string) => {
    const found = known.get(op) ?? replaces(op);
    known.set(op, found);
    return found;
  };
  const [first, ...steps] = stepsFrom(graph, roles, carrier).filter(
    (step) => !flow.reached.has(step.to) && isReplacing(step.op),
  );
  if (first === undefined) return undefined;
  const { op } = first;
  return { carrier, op, at: at(op), steps: [first, ...steps.filter((step) => step.op === op)] };
}

/** Whether every variable in `first` was recorded before every variable in `second`. */
function areOlder(
  first: Iterable<string>,
  second: readonly string[],
  graph: EvolutionGraph,
): boolean {
  const ages = (ids: Iterable<string>) =>
    [...ids]
      .map((id) => ({ at: graph.variables.get(id)?.at ?? 0, row: graph.rowOf(id) }))
      .sort((a, b) => a.at - b.at || a.row - b.row);
  const [newest, oldest] = [ages(first).at(-1), ages(second)[0]];
  if (newest === undefined || oldest === undefined) return true;
  return newest.at < oldest.at || (newest.at === oldest.at && newest.row < oldest.row);
}

/**
 * Whether no operation ran between `before` and `after`, except for operations inside one of them.
 */
function isNext(before: string, after: string, graph: EvolutionGraph): boolean {
  const order = executionOrder(graph);
  const [start = 0, end = 0] = [order.get(before), order.get(after)];
  const isInside = (op: string) => encloses(graph, before, op) || encloses(graph, after, op);
  return [...order].every(([op, at]) => at <= start || at >= end || isInside(op));
}

/** Returns the units and messages that the deletion read without removing them. */
function keptBy(
  op: string,
  graph: EvolutionGraph,
  roles: Roles,
  isHeld: (id: string) => boolean,
): readonly string[] {
  const links = graph.linksOf(op).filter(({ from }) => isHeld(from));
  const removed = new Set(
    links.filter((link) => removes(link, graph, roles)).map(({ from }) => from),
  );
  return links.map(({ from }) => from).filter((id) => !removed.has(id));
}

/** Whether a deletion removed this memory unit before the question. */
function isRemoved(id: string, graph: EvolutionGraph, roles: Roles): boolean {
  return stepsFrom(graph, roles, id).some((step) => removes(step, graph, roles));
}

/** Whether the step removed the unit that it read, or wrote an empty version of it. */
export function removes(
  step: Pick<Link, "op" | "from" | "to" | "category">,
  graph: EvolutionGraph,
  { units }: Roles,
): boolean {
  const next = nextVersion(graph, step.from);
  const isEmpty = next?.id === step.to && isEmptied(graph, next);
  return isEmpty || isRemoval(graph, step, units);
}

/**
 * Returns the units that the operation reads. Units of which it writes a new version are left out.
 */
function readBy(
  op: string,
  graph: EvolutionGraph,
  isHeld: (id: string) => boolean,
): ReadonlySet<string> {
  const nameOf = (id: string) => graph.variables.get(id)?.fullName;
  const links = graph.linksOf(op);
  const written = new Set(links.map(({ to }) => nameOf(to)));
  const units = links.map(({ from }) => from).filter(isHeld);
  return new Set(units.filter((id) => !written.has(nameOf(id))));
}

/**
 * Several operations of the same kind as `last.op` can lose the detail. The first of them is to
 * blame, so this function returns its loss. Losses of operations that read the detail from a memory
 * unit do not count. Returns undefined if `last.op` itself read the detail from a memory unit.
 */
function firstOfItsKind(
  last: Loss,
  losses: readonly Loss[],
  { graph, roles }: Tracing,
): Loss | undefined {
  const shapes = shapesOf(graph);
  const kind = shapes.ofOperation(last.op);
  if (roles.isUnit(last.carrier)) return undefined;
  return losses.find((loss) => !roles.isUnit(loss.carrier) && shapes.ofOperation(loss.op) === kind);
}

/**
 * Whether the operation of this loss read the detail outside the memory, and a memory unit already
 * stated the detail at that time. Then the operation did not have to pass the detail on.
 */
function wasStored({ carrier, at }: Loss, flow: Flow, { graph, roles }: Tracing): boolean {
  if (roles.isUnit(carrier)) return false;
  const order = executionOrder(graph);
  return [...flow.reached].some(
    ([id, step]) => step !== null && (order.get(step.op) ?? 0) < at && roles.isUnit(id),
  );
}

/**
 * The detail came to the operation over several steps, from a message or a memory unit. Returns the
 * smallest `shareOfWays` (0 to 1) of these steps and of the step that lost the detail. If several
 * steps of the operation lost the detail, the step with the largest value counts.
 */
function shareOfLoss(loss: Loss, flow: Flow, { graph, roles }: Tracing): number {
  const isReplaced = ({ from, to }: Step) =>
    roles.isUnit(from) && nextVersion(graph, from)?.id === to;
  const share = (step: Step) =>
    step.link === null || isReplaced(step) || isRemoval(graph, step, roles.units)
      ? 1
      : shareOfWays(graph, roles, step);
  let narrowest = loss.steps.reduce((widest, step) => Math.max(widest, share(step)), 0);
  const seen = new Set<string>();
  for (let id = loss.carrier; !seen.has(id); ) {
    seen.add(id);
    const step = flow.reached.get(id);
    // Stop at a memory unit. The detail had reached the memory there, so the steps that led to this
    // unit do not count.
    if (!step || roles.isUnit(id)) break;
    narrowest = Math.min(narrowest, share(step));
    id = step.from;
  }
  return narrowest;
}
