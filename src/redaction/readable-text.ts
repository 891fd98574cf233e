/**
 * Converts a text so that personal data in it is easier to find. Resolves JSON escapes, turns
 * full-width and foreign digits into ASCII, and drops invisible characters.
 */

export interface ReadableText {
  readonly text: string;
  /** Converts a position in `text` to a position in the original text. */
  originalOf(position: number): number;
}

const CHANGED =
  /[\\\u00a0\u00ad\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u2000-\u2015\u202f\u2060\u2212\u3000\ufeff\uff01-\uff5e]|%40/;
/**
 * Matches characters that are replaced by ASCII characters. Each one is replaced by exactly one
 * character, so the replacement moves no position in the text.
 */
const FOLDED =
  /[\uff01-\uff5e\u00a0\u2000-\u200a\u202f\u3000\u2010-\u2015\u2212\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g;
/**
 * Matches escapes, `%40` and invisible characters. An escape can match only at the first of several
 * backslashes. Otherwise, a text with very many backslashes in a row would take too long.
 */
const RESOLVED =
  /(?<!\\)\\{1,16}(?:u([0-9a-fA-F]{4})|([nrtbf"/]))|%40|[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const ESCAPED: Readonly<Record<string, string>> = { '"': '"', "/": "/" };
const IDENTITY = (position: number) => position;

export function readableText(original: string): ReadableText {
  if (!CHANGED.test(original)) return { text: original, originalOf: IDENTITY };
  const folded = original.replace(FOLDED, asciiOf);
  let text = "";
  let end = 0;
  const parts: [number, number][] = [];
  for (const match of folded.matchAll(RESOLVED)) {
    const [all, code, letter] = match;
    parts.push([text.length, end]);
    text += folded.slice(end, match.index);
    const resolved = resolvedOf(all, code, letter);
    if (resolved !== "") {
      parts.push([text.length, match.index]);
      text += resolved;
    }
    end = match.index + all.length;
  }
  if (end === 0) return { text: folded, originalOf: IDENTITY };
  parts.push([text.length, end]);
  text += folded.slice(end);
  return { text, originalOf: (position) => originalIn(parts, position) };
}

function resolvedOf(all: string, code: string | undefined, letter: string | undefined): string {
  if (all === "%40") return "@";
  if (letter !== undefined) return ESCAPED[letter] ?? "\n";
  if (code === undefined) return "";
  return String.fromCharCode(Number.parseInt(code, 16)).replace(FOLDED, asciiOf);
}

function originalIn(parts: readonly [number, number][], position: number): number {
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((parts[middle] as [number, number])[0] <= position) low = middle;
    else high = middle - 1;
  }
  const [start, original] = parts[low] ?? [0, 0];
  return original + position - start;
}

function asciiOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xff01) return String.fromCharCode(code - 0xfee0);
  if (code >= 0x2010 && code <= 0x2015) return "-";
  if (code === 0x2212) return "-";
  if (code >= 0x0660 && code <= 0x09ef) {
    const zero =
      code <= 0x0669 ? 0x0660 : code <= 0x06f9 ? 0x06f0 : code <= 0x096f ? 0x0966 : 0x09e6;
    return String(code - zero);
  }
  return " ";
}
