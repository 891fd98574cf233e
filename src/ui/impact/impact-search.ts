/** URL parameters of the page about the impact of an end user or a prompt version. */
export interface ImpactSearch {
  readonly user?: string;
  readonly prompt?: string;
  readonly promptVersion?: number;
}

const text = (value: unknown) =>
  typeof value === "number" || (typeof value === "string" && value !== "")
    ? String(value)
    : undefined;

/**
 * Reads the parameters from the URL. If the URL names both an end user and a prompt, ignores the
 * prompt.
 */
export function parseImpactSearch(raw: Record<string, unknown>): ImpactSearch {
  const user = text(raw.user);
  if (user !== undefined) return { user };
  const prompt = text(raw.prompt);
  const version = Number(raw.promptVersion);
  return prompt !== undefined && Number.isSafeInteger(version) && version > 0
    ? { prompt, promptVersion: version }
    : {};
}
