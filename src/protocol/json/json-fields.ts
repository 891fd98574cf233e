import { withoutDeepValues } from "./json-depth.ts";

/** The fields of the object that the text holds; undefined for any other text. */
export function fieldsOf(text: string): Record<string, unknown> | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    // Anybody wrote the text, so it is not parsed below the deepest level.
    const value: unknown = JSON.parse(withoutDeepValues(text) ?? text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
