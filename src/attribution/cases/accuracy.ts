/** How often attributions agree with labels, as the reference defines it, and both at once. */
import type { ErrorType } from "../../protocol/error-types.ts";

interface Named {
  readonly errorType: ErrorType;
  readonly op: string | null;
}

export interface ScoredAttribution {
  readonly system: string;
  readonly label: Named;
  readonly attribution: Named;
}

export interface Accuracy {
  readonly cases: number;
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
  const operation = (s: ScoredAttribution) => s.attribution.op === s.label.op;
  return {
    cases: scored.length,
    errorType: share(type),
    operation: share(operation),
    both: share((s) => type(s) && operation(s)),
  };
}
