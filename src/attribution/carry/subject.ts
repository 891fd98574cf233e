import type { Sentence } from "../../text/sentences.ts";
import { contentStems } from "../../text/words.ts";

/**
 * Matches a name between punctuation marks or after a greeting, as in "Thanks, Anna!". Such a
 * sentence is addressed to this person, so it is usually not about them.
 */
const ADDRESSED =
  /(?:^|[,;!?.:—–]\s*|\b(?:hey|hi|hello|hallo|moin|oh|ach|du|wow|thanks|thank you|yeah|yes|yep|sure|well)\s+)(\p{Lu}[\p{L}'’-]*)(?=\s*(?:[,!?.—–]|$))/giu;

/** Like `ADDRESSED`, but for Chinese names, which have no capital letters. */
const ADDRESSED_IN_HAN =
  /(?<=^|[，,；！!？?。：])\s*(?:嗨|嘿|你好|哈喽)?\s*\p{Script=Han}{2,3}(?=[，,！!？?。]|$)/gu;

/** Returns the speakers whom the sentence is about. */
export function namesIn({ text, stems }: Sentence, speakers: ReadonlySet<string>): string[] {
  const named = [...new Set(stems.filter((each) => speakers.has(each)))];
  if (named.length === 0) return named;
  // `ADDRESSED` does not match a name before a colon, as in "Anna: I like tea". So this name stays:
  // it names the speaker, or the person whom the next lines describe.
  const rest = text.replace(ADDRESSED, (all, name: string) => all.slice(0, -name.length));
  const about = rest.replace(ADDRESSED_IN_HAN, "");
  const left = new Set(about === text ? stems : contentStems(about));
  const kept = named.filter((name) => left.has(name));
  return kept.length === 0 && isHeading({ stems }, speakers) ? named : kept;
}

/** Whether the sentence is only a name, and so a heading for the next sentences. */
export function isHeading(
  { stems }: Pick<Sentence, "stems">,
  speakers: ReadonlySet<string>,
): boolean {
  return stems.length > 0 && stems.length <= 2 && stems.every((each) => speakers.has(each));
}

/**
 * Whether the sentence asks the case's question.
 * @param asked stems of the case's question
 */
export function asksFor({ text, stems }: Sentence, asked: readonly string[]): boolean {
  if (asked.length === 0 || !(text.includes("?") || text.includes("？"))) return false;
  const said = new Set(stems);
  return asked.every((stem) => said.has(stem));
}
