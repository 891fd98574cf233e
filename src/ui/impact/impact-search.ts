/** URL parameters of the impact of an end user or a prompt version. */
export interface ImpactSearch {
  readonly user?: string;
  readonly prompt?: string;
  readonly promptVersion?: number;
}

const text = (value: unknown) =>
  typeof value === "number" || (typeof value === "string" && value !== "")
    ? String(value)
    : undefined;

/** If a damaged URL names both an end user and a prompt, the end user counts. */
export function parseImpactSearch(raw: Record<string, unknown>): ImpactSearch {
  const user = text(raw.user);
  if (user !== undefined) return { user };
  const prompt = text(raw.prompt);
  const version = Number(raw.promptVersion);
  return prompt !== undefined && Number.isSafeInteger(version) && version > 0
    ? { prompt, promptVersion: version }
    : {};
}
