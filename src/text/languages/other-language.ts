/** Tells whether two texts are in different languages, so that their words cannot be compared. */
import { languageOf } from "./language-of.ts";

const SCRIPTS = [
  ...["Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Bengali", "Tamil", "Telugu"],
  ...["Thai", "Georgian", "Armenian", "Hangul", "Hiragana", "Katakana", "Han"],
].map((script) => ({ script, letters: new RegExp(`\\p{Script=${script}}`, "gu") }));
const JAPANESE: ReadonlySet<string> = new Set(["Hiragana", "Katakana"]);

/** English function words that are no words of the other Latin languages that the tracer knows. */
const ENGLISH = /\b(?:the|and|are|were|have|has|with|from|they|this|that|which|my|our|your)\b/i;

/**
 * Whether the texts have different scripts, or function words of different languages. False if the
 * words do not show a language.
 */
export function isOtherLanguage(a: string, b: string): boolean {
  const [ofA, ofB] = [scriptOf(a), scriptOf(b)];
  if (ofA === undefined || ofB === undefined) return false;
  if (ofA !== ofB) return true;
  const [inA, inB] = [knownLanguage(a), knownLanguage(b)];
  return inA !== undefined && inB !== undefined && inA !== inB;
}

function knownLanguage(text: string): string | undefined {
  return languageOf(text) ?? (ENGLISH.test(text) ? "en" : undefined);
}

/** Returns the script of most letters. Kana and characters together are one Japanese script. */
function scriptOf(text: string): string | undefined {
  const counts = SCRIPTS.map(({ script, letters }) => ({
    script,
    count: text.match(letters)?.length ?? 0,
  })).filter(({ count }) => count > 0);
  if (counts.some(({ script }) => JAPANESE.has(script))) return "Japanese";
  return counts.toSorted((a, b) => b.count - a.count)[0]?.script;
}
