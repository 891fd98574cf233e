/** How often attributions agree with labels, as the reference defines it, and both at once. */
import type { ErrorType } from "../../protocol/error-types.ts";

interface Named {
  readonly errorType: ErrorType;
  readonly op: string | null;
}

/** What an attribution names; nothing where it is undecided, which is never right. */
type Found = Named | { readonly errorType: null; readonly op: null };

export interface ScoredAttribution {
  readonly system: string;
  readonly label: Named;
  readonly attribution: Found;
}

export interface Accuracy {
  readonly cases: number;
  /** Cases without a type and an operation: they count as not right. */
  readonly undecided: number;
  /** Shares from 0 to 1; 0 where there are no cases. */
  readonly errorType: number;
  readonly operation: number;
  readonly both: number;
}

export interface AccuracyTable {
  readonly all: Accuracy;
  readonly bySystem: ReadonlyMap<string, Accuracy>;
  readonly byType: ReadonlyMap<ErrorType, Accuracy>;
}

export function scoreAttributions(scored: readonly ScoredAttribution[]): AccuracyTable {
  return {
    all: accuracyOf(scored),
    bySystem: new Map(
      [...Map.groupBy(scored, (s) => s.system)].map(([k, list]) => [k, accuracyOf(list)]),
    ),
    byType: new Map(
      [...Map.groupBy(scored, (s) => s.label.errorType)].map(([k, list]) => [k, accuracyOf(list)]),
    ),
  };
}

function accuracyOf(scored: readonly ScoredAttribution[]): Accuracy {
  const share = (right: (s: ScoredAttribution) => boolean) =>
    scored.length === 0 ? 0 : scored.filter(right).length / scored.length;
  const type = (s: ScoredAttribution) => s.attribution.errorType === s.label.errorType;
  const operation = (s: ScoredAttribution) =>
    s.attribution.errorType !== null && s.attribution.op === s.label.op;
  return {
    cases: scored.length,
    undecided: scored.filter((s) => s.attribution.errorType === null).length,
    errorType: share(type),
    operation: share(operation),
    both: share((s) => type(s) && operation(s)),
  };
}
