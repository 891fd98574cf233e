/** URL parameters of the case page: which parts are open. */
export interface CasePageSearch {
  /** Index of the open chain step, from 0. */
  readonly step?: number;
  /** Id of the operation to show instead of the decisive operation. */
  readonly op?: string;
  /** Id of the open variable of the shown operation. */
  readonly variable?: string;
  /** Id of the open replay. If undefined, the newest replay is open. */
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
