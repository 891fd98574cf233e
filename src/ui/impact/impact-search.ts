/** URL parameters: the end user or prompt version whose impact the page shows. */
export interface ImpactSearch {
  readonly user?: string;
  readonly prompt?: string;
  readonly promptVersion?: number;
}

const text = (value: unknown) =>
  typeof value === "number" || (typeof value === "string" && value !== "")
    ? String(value)
    : undefined;

/** An end user in the URL has priority over a prompt. */
export function parseImpactSearch(raw: Record<string, unknown>): ImpactSearch {
  const user = text(raw.user);
  if (user !== undefined) return { user };
  const prompt = text(raw.prompt);
  const version = Number(raw.promptVersion);
  return prompt !== undefined && Number.isSafeInteger(version) && version > 0
    ? { prompt, promptVersion: version }
    : {};
}
