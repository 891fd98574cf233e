/** Simplifies texts, so that copies with other quotation marks or spaces compare as equal. */
import { readable } from "../../text/words.ts";

/** Returns the text without escapes and without quotation marks and spaces around it. */
export function comparableText(value: string): string {
  return readable(value)
    .trim()
    .replace(/^(["'])([\s\S]*)\1$/, "$2")
    .trim();
}

/**
 * Returns the text in lower case, without quotation marks, escapes and line breaks. A search for a
 * quotation in a recorded value compares such simplified texts.
 */
export function comparableQuote(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s"'“”‘’\\]+/g, " ")
    .trim();
}
