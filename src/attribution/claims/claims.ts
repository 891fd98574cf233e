/**
 * The claims of a verdict's reason about the graph, as data. witness.ts checks each claim. A check
 * reads only the graph and is independent of the tracer. If the check contradicts a claim, the
 * tracer was wrong, and the claim is not shown.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { nextVersion } from "../../graph/memory/versions.ts";
import type { LossFinding } from "../flow/finding.ts";
import type { Tracing } from "../flow/trace-context.ts";

export type Claim =
  /** A step wrote this variable without the detail. */
  | { readonly kind: "left-out"; readonly in: string }
  /** No memory unit stated the detail before the question. */
  | { readonly kind: "never-stored" }
  /** No memory unit stated the detail when the question was asked. */
  | { readonly kind: "not-kept" }
  /** The unit `by` replaced `unit`. */
  | { readonly kind: "replaced"; readonly unit: string; readonly by: string }
  /** The unit was removed from the memory. */
  | { readonly kind: "deleted"; readonly unit: string }
  /** The unit was in the memory when the question was asked. */
  | { readonly kind: "kept"; readonly unit: string }
  /** The retrieval steps neither read nor returned the unit. */
  | { readonly kind: "not-returned"; readonly unit: string }
  /** No text that the answering step read stated the detail. */
  | { readonly kind: "not-shown" }
  /** The answering step read the variable. */
  | { readonly kind: "read"; readonly variable: string };

/** Returns the claims of a verdict, in the order in which the verdict's reason states them. */
export function claimsOf(
  finding: LossFinding,
  { graph, roles }: Pick<Tracing, "graph" | "roles">,
): Claim[] {
  const { need, carrier, errorType, link, inStore } = finding;
  if (need === undefined) return [];
  const written = link === null ? null : (graph.links.get(link)?.to ?? null);
  const isUnit = carrier !== null && roles.isUnit(carrier);
  const leftOut: Claim[] = written === null ? [] : [{ kind: "left-out", in: written }];
  switch (errorType) {
    case "ExtractionError":
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
      const [unit] = inStore;
      const kept: Claim[] = unit === undefined ? [] : [{ kind: "kept", unit }];
      if (link !== null) return [...kept, ...leftOut, { kind: "not-shown" }];
      const missed: Claim[] = unit === undefined ? [] : [{ kind: "not-returned", unit }];
      return [...kept, ...missed, { kind: "not-shown" }];
    }
    default:
      return carrier === null ? [] : [{ kind: "read", variable: carrier }];
  }
}

/**
 * Whether a memory unit stated the detail before the step lost the detail. This is possible even
 * for an ExtractionError, because a step may extract from units that contain whole messages.
 */
function wasStored({ carrier, flow }: LossFinding, { isUnit }: Tracing["roles"]): boolean {
  const seen = new Set<string>();
  for (let id = carrier; id !== null && !seen.has(id); id = flow?.reached.get(id)?.from ?? null) {
    if (isUnit(id)) return true;
    seen.add(id);
  }
  return false;
}

/** Whether `by` replaced the unit, according to version names or recorded steps. */
export function isLater(graph: EvolutionGraph, unit: string, by: string): boolean {
  const [before, after] = [graph.variables.get(unit), graph.variables.get(by)];
  if (before === undefined || after === undefined) return false;
  const isNext = before.fullName === after.fullName && before.version < after.version;
  return isNext || nextVersion(graph, unit)?.id === by;
}

/** Returns the units that the retrieval steps and the answering step read or returned. */
export function unitsReturned({ graph, roles }: Pick<Tracing, "graph" | "roles">): Set<string> {
  const steps = [...roles.retrievalOps, ...(roles.answerOp ? [roles.answerOp] : [])];
  const ends = steps.flatMap(({ id }) => graph.linksOf(id).flatMap(({ from, to }) => [from, to]));
  return new Set(ends.filter(roles.isUnit));
}
