import type { FailedCase } from "../../protocol/api/attribution.ts";
import { contentStems } from "../../text/words.ts";

type Given = Pick<FailedCase, "query" | "expected" | "prediction">;

/**
 * Returns the stems of those words of the given answer that are neither in the question nor in the
 * expected answer.
 * @param given the part of the given answer to read
 */
export function wrongWords(
  { query, expected, prediction }: Given,
  given = prediction,
): ReadonlySet<string> {
  const known = new Set([query, ...expected].flatMap(contentStems));
  return new Set(contentStems(given).filter((stem) => !known.has(stem)));
}
