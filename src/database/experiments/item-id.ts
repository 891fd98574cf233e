import { createHash } from "node:crypto";

/**
 * Items with the same question and metadata have the same id in all datasets of a project. The
 * order of the metadata fields and white space in the question do not matter.
 */
export function itemIdOf(
  project: string,
  question: string,
  metadata: Readonly<Record<string, unknown>>,
): string {
  const words = question.replaceAll(/\s+/g, " ").trim();
  const hash = createHash("sha256").update(JSON.stringify([project, words, ordered(metadata)]));
  return `item_${hash.digest("base64url").slice(0, 22)}`;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .map(([name, held]): [string, unknown] => [name, ordered(held)])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
