import type { Variable } from "../../graph/model.ts";
import type { SubKind } from "../../protocol/error-types.ts";
import type { LossFinding } from "../flow/finding.ts";
import type { Tracing } from "../flow/trace-context.ts";
import { SAME_FACT, SPOKEN_OF } from "../thresholds.ts";
import { readBy, readStems, shareOf, stemsOf, type Words } from "./compared-words.ts";

/**
 * Returns what was wrong with the deletion.
 * - deleted as duplicate: the operation also read a similar unit, which is still in the memory
 * - wrong unit deleted: the operation read a request that has more words of another unit than of
 *   the deleted one, and this other unit is still in the memory
 */
export function deletionKind({ op, carrier }: LossFinding, tracing: Tracing): SubKind | null {
  const { graph, roles, store } = tracing;
  const deleted = carrier === null ? undefined : graph.variables.get(carrier);
  if (op === null || deleted === undefined) return null;
  const words = stemsOf(deleted, tracing);
  const inputs = readBy(op, graph).filter(({ id }) => id !== carrier);
  const kept = new Set(store.map(({ id }) => id));
  const isAlike = (unit: Variable) =>
    unit.fullName !== deleted.fullName && alike(words, stemsOf(unit, tracing)) >= SAME_FACT;
  if (inputs.some((input) => kept.has(input.id) && isAlike(input))) return "deleted as duplicate";
  const requests = inputs.filter(({ id }) => !roles.isUnit(id));
  return requests.some((request) => fitsAnother(request, words, tracing))
    ? "wrong unit deleted"
    : null;
}

function fitsAnother(request: Variable, deleted: Words, tracing: Tracing): boolean {
  const asked = readStems(request, tracing);
  const share = shareOf(asked, deleted);
  return tracing.store.some((unit) => {
    const own = shareOf(asked, stemsOf(unit, tracing));
    return own >= SPOKEN_OF && own > share;
  });
}

function alike(a: Words, b: Words): number {
  return Math.min(shareOf(a, b), shareOf(b, a));
}
