import type { Matcher } from "../../graph/search/text-matcher.ts";
import { compileMatcher } from "../../graph/search/text-query.ts";
import { failure, type Result, success } from "../../protocol/result.ts";

/** What a tool call searches for. If both fields are set, the search uses only `pattern`. */
export interface Sought {
  readonly words: string;
  /** A regular expression in ECMAScript syntax; empty for a search by words. */
  readonly pattern: string;
}

interface PlaceInText {
  readonly at: number;
  readonly around: string;
}

const MATCH_CHARS = 200;
const MAX_MATCHES = 10;

/**
 * Compiles the search to a matcher that ignores case and takes linear time. Returns an error
 * message if the regular expression is invalid.
 */
export function compileSought({ words, pattern }: Sought): Result<Matcher, string> {
  const compiled = compileMatcher({
    ...(pattern === ""
      ? { text: words.trim(), syntax: "plain" as const }
      : { text: pattern, syntax: "regex" as const }),
    ignoreCase: true,
  });
  return compiled.ok ? compiled : failure(compiled.fault.message);
}

export function firstMatch(text: string, matcher: Matcher): string | undefined {
  return placesIn(text, matcher, 1)[0]?.around;
}

/** Returns the matches, or an error message if the regular expression is invalid. */
export function matchesIn(text: string, sought: Sought): Result<PlaceInText[], string> {
  const compiled = compileSought(sought);
  if (!compiled.ok) return compiled;
  // After a match, only the rest of the text is passed to the matcher. There, `^` would wrongly
  // match at the start of the rest. Therefore, a search with `^` stops after the first match.
  const most = hasStart(sought.pattern) ? 1 : MAX_MATCHES;
  return success(placesIn(text, compiled.value, most));
}

function placesIn(text: string, matcher: Matcher, most: number): PlaceInText[] {
  const found: PlaceInText[] = [];
  let from = 0;
  while (found.length < most && from < text.length) {
    const end = matcher.endIn(text.slice(from));
    if (end < 0) break;
    const at = from + end;
    const around = text.slice(Math.max(from, at - MATCH_CHARS), at + MATCH_CHARS);
    found.push({ at, around: around.toWellFormed() });
    from = at + MATCH_CHARS;
  }
  return found;
}

/**
 * Whether the pattern contains a `^` that probably means the start of the text. A `^` after `[` or
 * a backslash means something else.
 */
function hasStart(pattern: string): boolean {
  return /(?:^|[^[\\])\^/.test(pattern);
}
