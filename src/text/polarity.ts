/** The words for yes, no and “unknown” in each language; no other file lists them. */
import { stem } from "./words.ts";

const NEGATIVE =
  /\b(?:no|not|never|none|nothing|nobody|cannot|neither|nor|\w+n['’]t)\b|(?<!\p{L})(?:nicht|kein\p{L}*|nie|niemals|nichts|niemand)(?!\p{L})|[不没無无未]/iu;

/** Whether the text negates something. */
export function isNegated(text: string): boolean {
  return NEGATIVE.test(text);
}

export type Polarity = "yes" | "no";

const YES = /^(?:yes|yeah|yep|ja|doch|是的?|对的?|能|会|可以|有)$/iu;
const NO = /^(?:no|nope|nein|不(?:是|能|会|可以|行)?|没有?|否)$/iu;
const ENDS = /[\s.,!;:。，！；]+/u;

/** The polarity of a text that contains nothing else. */
export function bareWord(text: string): Polarity | undefined {
  const word = text.trim().replace(/[.!。！]+$/u, "");
  return YES.test(word) ? "yes" : NO.test(word) ? "no" : undefined;
}

/** A yes or no that stands for a sentence, not before a noun. */
const SENTENCE =
  /(?<![\p{L}\p{N}])(?:(yes|ja)|(no|nein))(?=\s*(?:[.,;:!)]|$)|\s+(?:because|since|as|but|he|she|they|it|we|i)\b)/iu;

/** Words of certainty in an answer, as stems. */
export const HEDGES: ReadonlySet<string> = new Set(
  "likely probably perhaps maybe possibly definitely certainly".split(" ").map(stem),
);

/** The yes or no in the text. */
export function polarityOf(text: string): Polarity | undefined {
  const found = SENTENCE.exec(text);
  if (found === null) return bareWord(text.trim().split(ENDS)[0] ?? "");
  return found[1] === undefined ? "no" : "yes";
}

/** The same for an answer to a yes-no question: a negation means no. */
export function answerPolarity(answer: string): Polarity | undefined {
  return polarityOf(answer) ?? (isNegated(answer) ? "no" : undefined);
}

const SAYING =
  "(?:mention\\w*|stated?|said|specif\\w*|provided|given|discussed|available|known?|idea|information|record\\w*|answered|determined|told|tell)";
const GERMAN_SAYING =
  "(?:erwähnt|bekannt|genannt|angegeben|angaben?|information\\p{L}*|gesagt|vor|weiß|wissen)";
const GERMAN_NOT = "(?<!\\p{L})(?:nicht|keine?|nichts)(?!\\p{L})";
const NOT_SAID = new RegExp(
  [
    `(?:\\b(?:not|never|no|nothing|cannot)|n['’]t)\\b[^.]*\\b${SAYING}\\b`,
    "\\b(?:unknown|unanswerable|unbekannt)\\b",
    `${GERMAN_NOT}[^.]*${GERMAN_SAYING}`,
    `${GERMAN_SAYING}[^.]*${GERMAN_NOT}`,
    "(?:没有?|未|不)[^。]{0,4}(?:提到|提及|说明|信息|记录|知道|清楚|得知)|无法(?:回答|确定|得知)|未知",
  ].join("|"),
  "iu",
);

/** Whether the text says that something is unknown. */
export function saysUnknown(text: string): boolean {
  return NOT_SAID.test(text);
}
