/**
 * What the reason of a verdict says of the graph, as data. Each claim has one check (witness.ts) that
 * reads the graph itself, and nothing of the tracer's way to its verdict. A claim that its check
 * contradicts is a fault of the tracer, and is never said.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { nextVersion } from "../../graph/memory/versions.ts";
import type { Finding } from "../flow/finding.ts";
import type { Tracing } from "../flow/trace-context.ts";

export type Claim =
  /** The variable, which a step wrote, does not state the detail. */
  | { readonly kind: "left-out"; readonly in: string }
  /** No memory unit stated it before the question. */
  | { readonly kind: "never-stored" }
  /** No memory unit stated it when the question was asked. */
  | { readonly kind: "not-kept" }
  /** The later one took the place of the unit. */
  | { readonly kind: "replaced"; readonly unit: string; readonly by: string }
  /** The unit was taken out of the memory. */
  | { readonly kind: "deleted"; readonly unit: string }
  /** The unit was in the memory when the question was asked. */
  | { readonly kind: "kept"; readonly unit: string }
  /** The unit is not among those that the steps of the retrieval read or returned. */
  | { readonly kind: "not-returned"; readonly unit: string }
  /** Nothing that the answering step read states it. */
  | { readonly kind: "not-shown" }
  /** The answering step read the variable. */
  | { readonly kind: "read"; readonly variable: string };

/** What the verdict claims, in the order in which its reason says it. */
export function claimsOf(
  finding: Finding,
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
 * Whether a memory unit stated the detail before the step lost it: a step may extract from units that
 * hold the messages themselves.
 */
function wasStored({ carrier, flow }: Finding, { isUnit }: Tracing["roles"]): boolean {
  const seen = new Set<string>();
  for (let id = carrier; id !== null && !seen.has(id); id = flow?.reached.get(id)?.from ?? null) {
    if (isUnit(id)) return true;
    seen.add(id);
  }
  return false;
}

/** Whether the one took the place of the other, as far as names or steps tell. */
export function isLater(graph: EvolutionGraph, unit: string, by: string): boolean {
  const [before, after] = [graph.variables.get(unit), graph.variables.get(by)];
  if (before === undefined || after === undefined) return false;
  const isNext = before.fullName === after.fullName && before.version < after.version;
  return isNext || nextVersion(graph, unit)?.id === by;
}

/** The units that the steps of the retrieval and the answering step read or returned. */
export function unitsReturned({ graph, roles }: Pick<Tracing, "graph" | "roles">): Set<string> {
  const steps = [...roles.retrievalOps, ...(roles.answerOp ? [roles.answerOp] : [])];
  const ends = steps.flatMap(({ id }) => graph.linksOf(id).flatMap(({ from, to }) => [from, to]));
  return new Set(ends.filter(roles.isUnit));
}
