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

/**
 * Matches a name after a word such as "to", as in "the fee is paid to Ted". The sentence is about the
 * fee, so the name does not say whose fact it states. "Belongs to Ted" does say it.
 */
const RECEIVING =
  /(?<!\p{L})(?<!(?:belong(?:s|ed|ing)?|happen(?:s|ed)?|married|related|engaged) )(?:to|with|via|an|mit|avec|con|met|aan) (?:\p{Ll}{1,4} )?(\p{Lu}[\p{L}'’-]*)/gu;

/** Returns the speakers whom the sentence is about. */
export function namesIn({ text, stems }: Sentence, speakers: ReadonlySet<string>): string[] {
  const named = [...new Set(stems.filter((each) => speakers.has(each)))];
  if (named.length === 0) return named;
  // `ADDRESSED` does not match a name before a colon, as in "Anna: I like tea". So this name stays:
  // it names the speaker, or the person whom the next lines describe.
  const rest = text.replace(ADDRESSED, (all, name: string) => all.slice(0, -name.length));
  const about = rest
    .replace(ADDRESSED_IN_HAN, "")
    .replace(RECEIVING, (all, name: string) => all.slice(0, -name.length));
  const left = new Set(about === text ? stems : contentStems(about));
  const kept = named.filter((name) => left.has(name));
  return kept.length === 0 && isHeading({ text, stems }, speakers) ? named : kept;
}

/** Whether the sentence is only a name, and so a heading for the next sentences. */
export function isHeading(
  sentence: Pick<Sentence, "text" | "stems">,
  speakers: ReadonlySet<string>,
): boolean {
  return headingNames(sentence, speakers).length > 0;
}

/** Matches a field of a record, such as `"customer": "Priya",`. */
const FIELD = /^[\s{[,]*"[^"]*"\s*:\s*"([^"]*)"[\s,}\]]*$/;

/** Whether the sentence is a field of a record whose value is one text. */
export function isField({ text }: Pick<Sentence, "text">): boolean {
  return FIELD.test(text);
}

/** Returns the name of the field that the sentence begins with; undefined for any other sentence. */
export function fieldName({ text }: Pick<Sentence, "text">): string | undefined {
  return /^[\s{[,]*"([^"]{1,80})"\s*:/.exec(text)?.[1];
}

/**
 * Returns the names in a heading: a sentence that is only a name, or a field whose text is only a
 * name. Returns an empty list for any other sentence.
 */
export function headingNames(
  { text, stems }: Pick<Sentence, "text" | "stems">,
  speakers: ReadonlySet<string>,
): readonly string[] {
  const field = FIELD.exec(text)?.[1];
  const names = field === undefined ? stems : contentStems(field);
  return names.length <= 2 && names.every((each) => speakers.has(each)) ? names : [];
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
