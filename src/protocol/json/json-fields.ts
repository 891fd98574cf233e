import { withoutDeepValues } from "./json-depth.ts";

/** Returns undefined if the text is not a JSON object. */
export function fieldsOf(text: string): Record<string, unknown> | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    // The text can come from anybody, so remove values that are nested too deeply before parsing.
    const value: unknown = JSON.parse(withoutDeepValues(text) ?? text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
