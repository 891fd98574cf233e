import { nextVersion } from "../../graph/memory/versions.ts";
import type { Variable } from "../../graph/model.ts";
import type { SubKind } from "../../protocol/error-types.ts";
import { isLater } from "../claims/claims.ts";
import type { LossFinding } from "../flow/finding.ts";
import type { Tracing } from "../flow/trace-context.ts";
import { readBy, readStems, stemsOf, without } from "./compared-words.ts";

export function updateKind(
  { need, op, carrier, link }: LossFinding,
  tracing: Tracing,
): SubKind | null {
  const { graph, roles } = tracing;
  if (need === undefined || op === null || carrier === null) return null;
  const before = graph.variables.get(carrier);
  const others = readBy(op, graph).filter(({ id }) => id !== carrier);
  if (!roles.isUnit(carrier) && storesNothing(op, others, tracing)) return "older kept";
  const to = link === null ? nextVersion(graph, carrier)?.id : graph.links.get(link)?.to;
  const after = to === undefined ? undefined : graph.variables.get(to);
  if (before === undefined || after === undefined) return null;
  if (!roles.isUnit(carrier))
    return keepsOlder(before, after, others, tracing) ? "older kept" : null;
  const joined = others.filter(
    ({ id, fullName }) =>
      roles.isUnit(id) &&
      fullName !== before.fullName &&
      graph.linksFrom(id).some((next) => next.op === op && next.to === to),
  );
  if (joined.length > 0) return "merged away";
  return isLater(graph, carrier, after.id) ? replacedKind(before, after, others, tracing) : null;
}

/** Whether the operation read memory units but wrote none. */
function storesNothing(
  op: string,
  others: readonly Variable[],
  { graph, roles }: Tracing,
): boolean {
  const isWritten = graph.linksOf(op).some(({ to }) => roles.isUnit(to));
  return !isWritten && others.some(({ id }) => roles.isUnit(id));
}

/**
 * Whether every word of `after`, the new version of a unit, is also in an older unit that the
 * operation read. Then the operation took no new word from `given`, the text with the lost detail.
 */
function keepsOlder(
  given: Variable,
  after: Variable,
  others: readonly Variable[],
  tracing: Tracing,
): boolean {
  const { graph, roles } = tracing;
  const older = others.find(({ id }) => roles.isUnit(id) && isLater(graph, id, after.id));
  if (older === undefined || given.id === older.id) return false;
  const said = stemsOf(after, tracing);
  return said.size > 0 && without(said, stemsOf(older, tracing)).length === 0;
}

/**
 * Returns how the detail was lost when `after` replaced `before`, an earlier version of the same
 * unit:
 * - summarised away: `after` has fewer words than `before`, and no new word
 * - overwritten: one of the operation's other inputs has all new words of `after`
 * - null: neither is true
 */
function replacedKind(
  before: Variable,
  after: Variable,
  others: readonly Variable[],
  tracing: Tracing,
): SubKind | null {
  const [old, now] = [stemsOf(before, tracing), stemsOf(after, tracing)];
  const added = without(now, old);
  if (added.length === 0) return now.size > 0 && now.size < old.size ? "summarised away" : null;
  const isFrom = (input: Variable) => {
    const words = readStems(input, tracing);
    return added.every((word) => words.has(word));
  };
  return others.some(isFrom) ? "overwritten" : null;
}
