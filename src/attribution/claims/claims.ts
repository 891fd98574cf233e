/**
 * Lists what the reason of a verdict claims about the graph. Then `witness.ts` checks these claims
 * without using the tracer's results. If a claim is false, the verdict is replaced by another one.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { executionOrder } from "../../graph/history/execution-order.ts";
import { nextVersion } from "../../graph/memory/versions.ts";
import type { LossFinding } from "../flow/finding.ts";
import type { Tracing } from "../flow/trace-context.ts";

export type Claim =
  /** An operation read the detail but wrote the variable `in` without it. */
  | { readonly kind: "left-out"; readonly in: string }
  /** No memory unit ever stated the detail before the question. */
  | { readonly kind: "never-stored" }
  /** No memory unit stated the detail at the time of the question. */
  | { readonly kind: "not-kept" }
  /** The memory unit `by` replaced `unit`. */
  | { readonly kind: "replaced"; readonly unit: string; readonly by: string }
  | { readonly kind: "deleted"; readonly unit: string }
  /** The unit was in the memory at the time of the question. */
  | { readonly kind: "kept"; readonly unit: string }
  /** The retrieval operations and the answering operation neither read nor returned the unit. */
  | { readonly kind: "not-returned"; readonly unit: string }
  /** The answering operation read no text that stated the detail. */
  | { readonly kind: "not-shown" }
  /** The operation did not end before the message was recorded, so it may have read the message. */
  | { readonly kind: "may-have-read"; readonly op: string; readonly message: string }
  /** The operation wrote the unit only after the question. */
  | { readonly kind: "stored-late"; readonly op: string; readonly unit: string }
  /** A link leads from the variable to an output of the operation. */
  | { readonly kind: "linked"; readonly op: string; readonly variable: string }
  /** The answering operation read the variable. */
  | { readonly kind: "read"; readonly variable: string };

/** Returns the claims of a verdict, in the order in which the verdict's reason states them. */
export function claimsOf(
  finding: LossFinding,
  { graph, roles }: Pick<Tracing, "graph" | "roles">,
): Claim[] {
  const { need, carrier, errorType, link } = finding;
  const op = finding.decided?.carriedOutBy ?? finding.op;
  if (need === undefined) return [];
  const isStated = finding.isMisplaced === true || finding.isEnded === true;
  if (isStated && op !== null && carrier !== null)
    return [{ kind: "linked", op, variable: carrier }];
  const written = link === null ? null : (graph.links.get(link)?.to ?? null);
  const isUnit = carrier !== null && roles.isUnit(carrier);
  const leftOut: Claim[] = written === null ? [] : [{ kind: "left-out", in: written }];
  switch (errorType) {
    case "ExtractionError":
      if (isStoredLate(finding, { graph, roles }) && op !== null && written !== null)
        return [{ kind: "stored-late", op, unit: written }, { kind: "never-stored" }];
      if (isUnlinked(finding, graph) && op !== null && carrier !== null)
        return [{ kind: "may-have-read", op, message: carrier }, { kind: "never-stored" }];
      return [...leftOut, { kind: wasStored(finding, roles) ? "not-kept" : "never-stored" }];
    case "UpdateError": {
      const isReplaced = isUnit && written !== null && isLater(graph, carrier, written);
      const replaced: Claim[] = isReplaced
        ? [{ kind: "replaced", unit: carrier, by: written }]
        : [];
      return [...replaced, ...leftOut, { kind: "not-kept" }];
    }
    case "DeletionError":
      return [
        ...(carrier === null ? [] : [{ kind: "deleted", unit: carrier } as const]),
        { kind: "not-kept" },
      ];
    case "RetrievalError": {
      const unit = unitKept(finding);
      const kept: Claim[] = unit === undefined ? [] : [{ kind: "kept", unit }];
      if (link !== null) {
        const linked: Claim[] =
          op === null || carrier === null ? [] : [{ kind: "linked", op, variable: carrier }];
        return [...linked, ...kept, ...leftOut, { kind: "not-shown" }];
      }
      const missed: Claim[] = unit === undefined ? [] : [{ kind: "not-returned", unit }];
      return [...kept, ...missed, { kind: "not-shown" }];
    }
    default:
      return carrier === null ? [] : [{ kind: "read", variable: carrier }];
  }
}

/** Whether the operation stored the message only after the question. */
export function isStoredLate(
  { op, link }: LossFinding,
  { graph, roles }: Pick<Tracing, "graph" | "roles">,
): boolean {
  return op !== null && link !== null && (executionOrder(graph).get(op) ?? 0) >= roles.askedAt;
}

/** Whether the blamed operation should have read a message, but no link shows that it did. */
export function isUnlinked(
  { errorType, op, link, carrier }: LossFinding,
  graph: EvolutionGraph,
): boolean {
  if (errorType !== "ExtractionError" || link !== null || op === null || carrier === null)
    return false;
  return graph.linksTo(carrier).length === 0 && !graph.linksFrom(carrier).some((l) => l.op === op);
}

/**
 * Returns a memory unit that stated the detail at the time of the question. If there are several,
 * the first choice is the unit that the blamed operation read. The second choice is a unit that the
 * tracer reached when it followed the detail.
 */
export function unitKept({ link, carrier, inStore, flow }: LossFinding): string | undefined {
  if (link !== null && carrier !== null && inStore.includes(carrier)) return carrier;
  return inStore.find((id) => flow?.reached.has(id)) ?? inStore[0];
}

/**
 * Whether a memory unit stated the detail before it was lost. This is possible even for an
 * `ExtractionError`: some systems first store whole messages as units and then extract details from
 * them.
 */
function wasStored({ carrier, flow }: LossFinding, { isUnit }: Tracing["roles"]): boolean {
  const seen = new Set<string>();
  for (let id = carrier; id !== null && !seen.has(id); id = flow?.reached.get(id)?.from ?? null) {
    if (isUnit(id)) return true;
    seen.add(id);
  }
  return false;
}

/**
 * Whether `by` replaced the unit: it is a later version of the unit, or a recorded operation
 * replaced the unit by it.
 */
export function isLater(graph: EvolutionGraph, unit: string, by: string): boolean {
  const [before, after] = [graph.variables.get(unit), graph.variables.get(by)];
  if (before === undefined || after === undefined) return false;
  const isNext = before.fullName === after.fullName && before.version < after.version;
  return isNext || nextVersion(graph, unit)?.id === by;
}

/** Returns the units that the retrieval operations and the answering operation read or returned. */
export function unitsReturned({ graph, roles }: Pick<Tracing, "graph" | "roles">): Set<string> {
  const steps = [...roles.retrievalOps, ...(roles.answerOp ? [roles.answerOp] : [])];
  const ends = steps.flatMap(({ id }) => graph.linksOf(id).flatMap(({ from, to }) => [from, to]));
  return new Set(ends.filter(roles.isUnit));
}
