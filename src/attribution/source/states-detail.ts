import type { Sentence } from "../../text/sentences.ts";
import type { Detail, WrongPart } from "./wrong-part.ts";

/** A passage states the wrong part if it has at least this share of the wrong part's details. */
const STATED = 0.75;
/** Maximum number of sentences in a passage. A list item counts as one sentence. */
const MAX_SPAN = 4;
/** Matches the number of a list item at the start of a line. Such a number is not a value. */
const LIST_NUMBER = /^\s*(?:[*#-]+\s*)?\d{1,2}[.)]\s/;
/**
 * A sentence with at most this number of stems can be a bare value, such as the output of a program
 * or the content of a table cell.
 */
const BARE_STEMS = 3;

const NONE: readonly string[] = [];

/** Returns the sentences that state the wrong part; undefined if there are none. */
export function statementOf(
  { details, around }: Pick<WrongPart, "details" | "around">,
  sentences: readonly Sentence[],
): string | undefined {
  const wanted = new Set(details.map(({ stem }) => stem));
  const isWanted = (stem: string) => wanted.has(stem);
  // Most texts have no word of the wrong part, so run this fast test first.
  if (!sentences.some(({ stems }) => stems.some(isWanted))) return undefined;
  const isWeak = details.length === 1 && isShortNumber(details[0]);
  const found = sentences.map((sentence) => {
    if (!sentence.stems.some(isWanted)) return NONE;
    if (isWeak && !isAbout(sentence, around, wanted)) return NONE;
    return sentence.stems.filter(isWanted);
  });
  for (let from = 0; from < sentences.length; from += 1) {
    if (found[from] === NONE) continue;
    const seen = new Set<string>();
    for (let to = from; to < Math.min(sentences.length, from + MAX_SPAN); to += 1) {
      for (const stem of found[to] ?? []) seen.add(stem);
      if (seen.size >= STATED * wanted.size)
        return sentences
          .slice(from, to + 1)
          .map(({ text }) => text)
          .join(" ");
    }
  }
  return undefined;
}

/** Whether the detail is a number of at most three digits, which occurs by chance in many texts. */
function isShortNumber(detail: Detail | undefined): boolean {
  return detail !== undefined && /^\d{1,3}$/.test(detail.stem);
}

function isAbout(
  { text, stems }: Sentence,
  around: ReadonlySet<string>,
  wanted: ReadonlySet<string>,
): boolean {
  if (/^\s*#/.test(text)) return false;
  const value = LIST_NUMBER.exec(text);
  if (value !== null && wanted.has(stems[0] ?? "")) {
    const rest = stems.slice(1);
    if (!rest.some((stem) => wanted.has(stem))) return false;
  }
  return stems.length <= BARE_STEMS || stems.some((stem) => around.has(stem));
}
