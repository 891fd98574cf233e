/** Finds the parts of a text that name something rejected, such as Y in "X rather than Y". */
import { leftIn } from "./contrast-words.ts";

const END = "[^,;.!?。，、；]";
const word = (either: string) => `(?<!\\p{L})(?:${either})(?!\\p{L})`;

/** Words before the rejected thing. */
const BEFORE = word(
  "rather than|instead of|in place of|in lieu of|as opposed to|statt|anstatt|anstelle(?: von)?|en lugar de|en vez de|au lieu de|plutôt que|anziché|invece di|piuttosto che|em vez de|em lugar de|in plaats van|вместо|zamiast|místo|istället för|i stedet for",
);
const REJECTED: readonly RegExp[] = [
  `${BEFORE}\\s(?<rejected>${END}{1,80})`,
  `(?:,\\s|(?<!\\p{L})but\\s)not\\s(?<rejected>${END}{1,80})`,
  `(?<!\\p{L})(?:rather|sooner)\\s${END}{1,80}?\\sthan\\s(?<rejected>${END}{1,80})`,
  `(?<!\\p{L})(?:prefer\\p{L}*|favou?r\\p{L}*)(?:\\s${END}{1,60}?)?\\s(?:to|over)\\s(?<rejected>${END}{1,80})`,
  `(?<!\\p{L})(?:takes?|took|choos(?:es?|ing)|chose|picks?|picked)\\s${END}{1,60}?\\sover\\s(?<rejected>${END}{1,80})`,
  `(?<!\\p{L})turn(?:s|ed)?\\s(?<rejected>(?!down)${END}{1,60}?)\\sdown(?!\\p{L})`,
  `(?:^|[,;.]\\s|\\sand\\s|\\sbut\\s)(?<rejected>${END}{1,40}?)\\s(?:was|were|is|are|got)\\s(?:turned down|rejected|refused)(?!\\p{L})`,
  `(?<!\\p{L})(?:turned down|reject(?:s|ed)|can['’]t stand|hates|no longer|avoid(?:s|ed|ing)?|steers? clear of|stays? away from)\\s(?<rejected>${END}{1,80})`,
  "(?:而不是|而非)(?<rejected>[^，。、]{1,30})",
  "(?<rejected>[^、。，]{1,30})(?:ではなく|じゃなく|でなく)",
  "(?<rejected>[\\p{L}\\p{N}]{1,20}) 대신",
].map((pattern) => new RegExp(pattern, "giu"));

/** Returns the pieces of the text that name a rejected thing. */
function rejectedIn(text: string): string[] {
  return REJECTED.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ groups }) => groups?.rejected ?? ""),
  );
}

/** Whether the text rejects something, or has the form "from X to Y". */
export function rejects(text: string): boolean {
  return rejectedIn(text).length > 0 || leftIn(text).length > 0;
}

/**
 * Removes from `text` what it rejects, and returns the rest: "tea rather than coffee" becomes "tea
 * rather than". A text can reject something in two ways: with words such as "rather than", or with
 * the form "from X to Y". If the two texts use no way in common, returns undefined.
 */
export function chosenIn(text: string, other: string): string | undefined {
  for (const reject of [rejectedIn, leftIn]) {
    const rejected = reject(text);
    if (rejected.length === 0 || reject(other).length === 0) continue;
    return rejected.reduce(without, text);
  }
  return undefined;
}

/**
 * Returns the text without what it rejects: "prefers tea" for "prefers tea over coffee". Returns
 * undefined if the text rejects nothing.
 */
export function withoutRejected(text: string): string | undefined {
  const rejected = rejectedIn(text);
  return rejected.length === 0 ? undefined : rejected.reduce(without, text);
}

/** Removes the piece where it begins a word: "tea" is not removed from "instead". */
function without(text: string, piece: string): string {
  let at = text.indexOf(piece);
  while (at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) at = text.indexOf(piece, at + 1);
  return at < 0 ? text : `${text.slice(0, at)} ${text.slice(at + piece.length)}`;
}
