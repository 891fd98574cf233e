/** URL parameters: the open parts of the case page. */
export interface CasePageSearch {
  /** Position of a step in the chain, from 0. */
  readonly step?: number;
  /** An operation other than the decisive one. */
  readonly op?: string;
  /** A variable of the shown operation. */
  readonly variable?: string;
  /** Id of the open replay; by default the newest replay. */
  readonly replay?: string;
}

export function parseCasePageSearch(raw: Record<string, unknown>): CasePageSearch {
  const parsed: CasePageSearch = {
    step:
      typeof raw.step === "number" && Number.isInteger(raw.step) && raw.step >= 0
        ? raw.step
        : undefined,
    op: typeof raw.op === "string" ? raw.op : undefined,
    variable: typeof raw.variable === "string" ? raw.variable : undefined,
    replay: typeof raw.replay === "string" ? raw.replay : undefined,
  };
  return parsed;
}
