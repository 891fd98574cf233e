import { readable } from "../../text/words.ts";

/** Removes escapes, and the quotation marks and spaces around the text. */
export function comparableText(value: string): string {
  return readable(value)
    .trim()
    .replace(/^(["'])([\s\S]*)\1$/, "$2")
    .trim();
}

/**
 * Returns the text in lower case, without quotation marks, escapes and line breaks. A search for
 * quotations compares such texts.
 */
export function comparableQuote(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s"'“”‘’\\]+/g, " ")
    .trim();
}
