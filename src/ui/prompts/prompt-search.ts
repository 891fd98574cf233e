/** URL parameters: the versions to show. */
export interface PromptSearch {
  readonly version?: number;
  /** Version to compare with. */
  readonly against?: number;
}

export function parsePromptSearch(raw: Record<string, unknown>): PromptSearch {
  return { version: numberOf(raw.version), against: numberOf(raw.against) };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
