/** Texts in the form in which questions, answers and quotes are compared. */
import { readable } from "../../text/words.ts";

/** Returns the text without surrounding quotes and spaces, for comparison with recorded values. */
export function comparableText(value: string): string {
  return readable(value)
    .trim()
    .replace(/^(["'])([\s\S]*)\1$/, "$2")
    .trim();
}

/**
 * Returns the text without case, quotes, escapes and line breaks, for finding a quote in a recorded
 * value.
 */
export function comparableQuote(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s"'“”‘’\\]+/g, " ")
    .trim();
}
