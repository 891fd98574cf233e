/**
 * Parses JSON without losing digits. JavaScript would change some numbers, such as an integer
 * beyond 2^53 or a number beyond 1e308. Such a number becomes an object of `JSON.rawJSON`, which is
 * later written with the same digits. If the runtime has no `JSON.rawJSON`, the digits are lost.
 */

import { withoutDeepValues } from "./json-depth.ts";

export interface RawJson {
  readonly rawJSON: string;
}

const { rawJSON, isRawJSON } = JSON as {
  rawJSON?: (text: string) => RawJson;
  isRawJSON?: (value: unknown) => boolean;
};

/** @throws SyntaxError as `JSON.parse` does */
export function parseExact(text: string): unknown {
  return mayLoseDigits(text) ? withDigits(text, () => JSON.parse(text)) : JSON.parse(text);
}

/** Restores the lost digits of numbers in `parsed`, the result of `JSON.parse`. */
export function restoreDigits(text: string, parsed: unknown): unknown {
  return mayLoseDigits(text) ? withDigits(text, () => parsed) : parsed;
}

/** @param inexact called if the runtime cannot keep the digits; returns the result without them */
function withDigits(text: string, inexact: () => unknown): unknown {
  if (rawJSON === undefined) return inexact();
  const exact = (_key: string, value: unknown, context?: { readonly source?: string }) => {
    const source = context?.source;
    if (typeof value !== "number" || source === undefined) return value;
    return losesDigits(source, value) ? rawJSON(source) : value;
  };
  // `JSON.parse` with this function calls itself for each level, so a very deep value could
  // overflow the stack. Remove such values first.
  return JSON.parse(withoutDeepValues(text) ?? text, exact);
}

/** Whether the value is a number that was parsed into an object of `JSON.rawJSON`. */
export function isExactNumber(value: unknown): value is RawJson {
  return isRawJSON?.(value) === true;
}

function losesDigits(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return true;
  return !Number.isSafeInteger(value) && /^-?\d+$/.test(source) && String(value) !== source;
}

/**
 * Matches sixteen digits. With `\d` written sixteen times, V8 can skip several characters at a
 * time. With `\d{16}` it cannot, and a search takes five times as long.
 */
const SIXTEEN_DIGITS = "\\d".repeat(16);
/* A quick test: most texts contain neither sixteen digits nor a large exponent. */
const SIXTEEN_DIGITS_OR_EXPONENT = new RegExp(`${SIXTEEN_DIGITS}|\\d[eE]\\+?\\d{3}`);
const LONG_WHOLE = new RegExp(`${SIXTEEN_DIGITS}\\d*`, "g");
const LARGE_EXPONENT = /\d[eE]\+?\d{3,}/g;
const BEFORE_NUMBER = /(?:^|[[:,\s])-?[\d.]*$/;
const AFTER_NUMBER = /[\],}\s]/;
/**
 * When the search finds an exponent, it looks back this many characters for the number's beginning.
 * In practice, no number is longer.
 */
const LOOK_BACK = 40;

/**
 * Whether the text contains a number that could lose digits. Ids, hashes and scores also contain
 * many digits, but they rarely make this true.
 */
function mayLoseDigits(text: string): boolean {
  if (!SIXTEEN_DIGITS_OR_EXPONENT.test(text)) return false;
  return hasNumber(text, LONG_WHOLE) || hasNumber(text, LARGE_EXPONENT);
}

function hasNumber(text: string, pattern: RegExp): boolean {
  for (const match of text.matchAll(pattern)) {
    const after = text[match.index + match[0].length] ?? " ";
    if (!AFTER_NUMBER.test(after)) continue;
    const before = text.slice(Math.max(0, match.index - LOOK_BACK), match.index);
    const isFraction = pattern === LONG_WHOLE && before.endsWith(".");
    if (!isFraction && BEFORE_NUMBER.test(before)) return true;
  }
  return false;
}

const QUOTE_OR_WORD = /"|NaN|-?Infinity/g;

/**
 * Replaces `NaN` and `Infinity` by null. Python's `json` can write both, although they are not
 * valid JSON. Returns the new text and the number of replacements.
 */
export function withoutNaN(text: string): { readonly text: string; readonly nulls: number } {
  const parts: string[] = [];
  let taken = 0;
  let nulls = 0;
  QUOTE_OR_WORD.lastIndex = 0;
  for (let match = QUOTE_OR_WORD.exec(text); match !== null; match = QUOTE_OR_WORD.exec(text)) {
    if (match[0] === '"') {
      QUOTE_OR_WORD.lastIndex = endOfString(text, match.index);
      continue;
    }
    parts.push(text.slice(taken, match.index), "null");
    taken = QUOTE_OR_WORD.lastIndex;
    nulls += 1;
  }
  return { text: nulls === 0 ? text : parts.join("") + text.slice(taken), nulls };
}

/** Returns the index after the closing quote. If there is none, returns the text's length. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text[quote - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
  }
  return text.length;
}
