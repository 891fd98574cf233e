import type { CaseSummary } from "../../protocol/api/api.ts";
import type { ErrorType } from "../../protocol/error-types.ts";

export interface ExpectedVerdict {
  readonly query: string;
  readonly expected: string;
  readonly answered: string;
  readonly errorType: ErrorType | null;
  /** The operation with the injected fault. Null if no operation is at fault. */
  readonly operation: { readonly name: string; readonly id: string | undefined } | null;
}

export interface ComparedCase {
  readonly expected: ExpectedVerdict;
  /** The service's case for the question. Undefined if it opened none. */
  readonly found: CaseSummary | undefined;
  readonly matches: boolean;
}

export function compare(
  wrong: readonly ExpectedVerdict[],
  cases: readonly CaseSummary[],
): { rows: ComparedCase[]; matched: number; unexpected: number } {
  const rows = wrong.map((expected) => {
    const found = cases.find(
      (item) => item.query === expected.query && item.prediction === expected.answered,
    );
    return { expected, found, matches: found !== undefined && isMatch(expected, found) };
  });
  const known = new Set(rows.map(({ found }) => found?.id));
  return {
    rows,
    matched: rows.filter(({ matches }) => matches).length,
    unexpected: cases.filter(({ id }) => !known.has(id)).length,
  };
}

function isMatch({ errorType, operation }: ExpectedVerdict, found: CaseSummary): boolean {
  if (found.errorType !== errorType) return false;
  if (operation === null) return true;
  return operation.id === undefined
    ? found.opName === operation.name
    : found.op === operation.id && found.opName === operation.name;
}
