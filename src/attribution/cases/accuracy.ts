import type { ErrorType } from "../../protocol/error-types.ts";

interface Named {
  readonly errorType: ErrorType;
  readonly op: string | null;
}

/** The cause that an attribution names; an undecided attribution names none. */
type Found = Named | { readonly errorType: null; readonly op: null };

export interface ScoredAttribution {
  readonly system: string;
  readonly label: Named;
  /** Other causes that count as right too. */
  readonly also?: readonly Named[];
  readonly attribution: Found;
}

export interface Accuracy {
  readonly cases: number;
  /** Number of undecided attributions, which count as wrong. */
  readonly undecided: number;
  /**
   * The share of right attributions among all cases (0 to 1); 0 if there are no cases. For
   * `errorType`, only the error type must be right; for `operation`, only the operation; for
   * `both`, both.
   */
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
  const isSome = (s: ScoredAttribution, agrees: (cause: Named) => boolean) =>
    s.attribution.errorType !== null && [s.label, ...(s.also ?? [])].some(agrees);
  const isType = (s: ScoredAttribution) => (cause: Named) =>
    s.attribution.errorType === cause.errorType;
  const isOperation = (s: ScoredAttribution) => (cause: Named) => s.attribution.op === cause.op;
  return {
    cases: scored.length,
    undecided: scored.filter((s) => s.attribution.errorType === null).length,
    errorType: share((s) => isSome(s, isType(s))),
    operation: share((s) => isSome(s, isOperation(s))),
    both: share((s) => isSome(s, (cause) => isType(s)(cause) && isOperation(s)(cause))),
  };
}
