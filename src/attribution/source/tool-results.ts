import { wordsOf } from "../../graph/memory/record-categories.ts";
import type { Operation } from "../../graph/model.ts";

/** Whether the category says that the operation runs a tool or function for a model. */
export function isToolStep({ category }: Pick<Operation, "category">): boolean {
  return wordsOf(category ?? "").some((word) => /^(?:tools?|function|functions)$/.test(word));
}

/** Number of characters at the start of a tool's result that are searched for a failure. */
const RESULT_HEAD_CHARS = 300;
/**
 * Number of characters at the start of any other text that are searched for a failure. The number
 * is lower, because such a text may mention an error later and still report no failure.
 */
const TEXT_HEAD_CHARS = 60;
const FAILURE =
  /^\W*(?:error|exception|failed|failure|fatal|traceback|timed? ?out)\b|"(?:error|isError|is_error)"\s*:\s*(?:true|"[^"]|\{)|\bexit ?code:? ?[1-9]\d*\b|\bTraceback \(most recent call last\)|\b\w+(?:Error|Exception): |\b(?:HTTP|status)\W{0,3}[45]\d\d\b|\b40[34]\b.{0,12}\bnot found\b/is;

export function reportsFailure(text: string, isOfTool: boolean): boolean {
  return FAILURE.test(text.slice(0, isOfTool ? RESULT_HEAD_CHARS : TEXT_HEAD_CHARS));
}
