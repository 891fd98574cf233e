/**
 * Limits how deeply a JSON text is nested, before the text is parsed. If a text consists only of
 * brackets, parsing needs more than fifty times as much memory as the text.
 */

/** Maximum levels of objects and lists. The API's limits are far lower. */
const MAX_JSON_DEPTH = 256;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** The codes of `[` and `{` differ only in this bit, and so do the codes of `]` and `}`. */
const CASE_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/**
 * Replaces values that are nested too deeply by null. Returns undefined if the text has no such
 * value. Does not check whether the text is JSON.
 */
export function withoutDeepValues(text: string): string | undefined {
  // A text this short cannot open and close more levels than the maximum.
  if (text.length <= 2 * MAX_JSON_DEPTH) return undefined;
  const parts: string[] = [];
  let [depth, taken, start] = [0, 0, -1];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = closingQuote(text, at);
    } else if ((code | CASE_BIT) === OPENING) {
      depth += 1;
      if (depth === MAX_JSON_DEPTH + 1) start = at;
    } else if ((code | CASE_BIT) === CLOSING) {
      if (depth === MAX_JSON_DEPTH + 1) {
        parts.push(text.slice(taken, start), "null");
        taken = at + 1;
      }
      depth -= 1;
    }
  }
  if (start < 0) return undefined;
  return parts.join("") + text.slice(taken);
}

/**
 * Returns the index of the quote that ends the string. If there is none, returns the text's length.
 */
function closingQuote(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote;
  }
  return text.length;
}
