/** Simplifies questions, answers and quotations, so that they can be compared. */
import { readable } from "../../text/words.ts";

/** Returns the text without surrounding quotation marks and spaces, to compare recorded values. */
export function comparableText(value: string): string {
  return readable(value)
    .trim()
    .replace(/^(["'])([\s\S]*)\1$/, "$2")
    .trim();
}

/**
 * Returns the text in lower case, without quotation marks, escapes and line breaks. This helps to
 * find a quotation in a recorded value.
 */
export function comparableQuote(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s"'“”‘’\\]+/g, " ")
    .trim();
}
