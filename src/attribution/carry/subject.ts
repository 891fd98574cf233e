/** Whom a sentence is about, as far as it names people who speak, and whether it only asks. */
import type { Sentence } from "../../text/sentences.ts";
import { stem } from "../../text/words.ts";

/** A name between punctuation, or after a greeting: somebody is spoken to, not of. */
const ADDRESSED =
  /(?:^|[,;!?.:—–]\s*|\b(?:hey|hi|hello|hallo|moin|oh|ach|du|wow|thanks|thank you|yeah|yes|yep|sure|well)\s+)(\p{Lu}[\p{L}'’-]*)(?=\s*(?:[,!?.—–]|$))/giu;

/** The names of speakers that the sentence is about. */
export function namesIn({ text, stems }: Sentence, speakers: ReadonlySet<string>): string[] {
  const named = [...new Set(stems.filter((each) => speakers.has(each)))];
  if (named.length === 0) return named;
  // A label is a name before a colon: it says who speaks, or of whom a list is.
  const rest = text.replace(ADDRESSED, (all, name: string) => all.slice(0, -name.length));
  const left = new Set(
    rest
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.map(stem) ?? [],
  );
  const kept = named.filter((name) => left.has(name));
  return kept.length === 0 && isHeading({ stems }, speakers) ? named : kept;
}

/** Whether the sentence is nothing but a name: a heading of what follows. */
export function isHeading(
  { stems }: Pick<Sentence, "stems">,
  speakers: ReadonlySet<string>,
): boolean {
  return stems.length > 0 && stems.length <= 2 && stems.every((each) => speakers.has(each));
}

/** Whether the sentence asks the question itself, of which these are the words. */
export function asksFor({ text, stems }: Sentence, asked: readonly string[]): boolean {
  if (asked.length === 0 || !/[?？]/.test(text)) return false;
  const said = new Set(stems);
  return asked.every((stem) => said.has(stem));
}
