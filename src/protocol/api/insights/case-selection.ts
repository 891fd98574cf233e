/**
 * Selects the cases of a request. Besides the filters of the case list, a request can name cases,
 * graphs and end users.
 */
import * as z from "zod";
import { filterId } from "../../bounded-inputs.ts";
import { MAX_NAMED_CASES, MAX_NAMED_GRAPHS } from "../../limits.ts";
import { CaseFilter } from "../api.ts";

export const CaseSelection = CaseFilter.extend({
  promptVersion: z.number().int().min(1).optional().describe("version of the prompt in `prompt`"),
  cases: z.array(filterId).max(MAX_NAMED_CASES).optional().describe("only cases with these ids"),
  graphs: z
    .array(filterId)
    .min(1)
    .max(MAX_NAMED_GRAPHS)
    .optional()
    .describe("only cases of these graphs"),
  users: z
    .array(filterId)
    .min(1)
    .max(MAX_NAMED_GRAPHS)
    .optional()
    .describe("only cases of graphs that name one of these end users"),
});

export type CaseSelection = z.infer<typeof CaseSelection>;

const OF_ANY_ANSWER = new Set([
  ...["from", "to", "system", "sessionCategory", "search"],
  ...["graph", "graphs", "user", "users"],
]);

/**
 * Whether these filters can also select right answers. The other filters apply to verdicts, and
 * right answers have none.
 */
export function hasRightAnswers(selection: CaseSelection): boolean {
  return Object.entries(selection).every(
    ([name, value]) => value === undefined || OF_ANY_ANSWER.has(name),
  );
}
