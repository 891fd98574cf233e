/** URL parameters of a prompt's page: which versions to show. */
export interface PromptSearch {
  readonly version?: number;
  /** Number of the version with which to compare. */
  readonly against?: number;
}

export function parsePromptSearch(raw: Record<string, unknown>): PromptSearch {
  return { version: numberOf(raw.version), against: numberOf(raw.against) };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
