/**
 * Adds a sentence to a report whose filters name something that no longer exists. Such a filter
 * selects no case. Without the sentence, it would look as if no answer was wrong.
 */
import type { ReportBody } from "../protocol/api/insights/reports.ts";

/** @param kinds kinds of filters whose value no longer exists, such as `finding` */
export function sayMissing(body: ReportBody, kinds: readonly string[]): ReportBody {
  if (kinds.length === 0) return body;
  const named = kinds.map((kind) => `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`);
  const all = [named.slice(0, -1).join(", "), named.at(-1)].filter(Boolean).join(" and ");
  const fact = `the filters name ${all} that no longer ${kinds.length === 1 ? "exists" : "exist"}`;
  const sentence = `${fact.charAt(0).toUpperCase()}${fact.slice(1)}, so no case is counted for ${kinds.length === 1 ? "it" : "them"}.`;
  return {
    ...body,
    headline: `${body.headline.replace(/\.$/, "")}; ${fact}.`,
    overview: { ...body.overview, text: [sentence, ...body.overview.text] },
  };
}
