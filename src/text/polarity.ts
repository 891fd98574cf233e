/**
 * Tests whether a text says yes, no or "unknown" in English, German or Chinese. The patterns for
 * other languages are in `languages/polarity-words.ts`.
 */
import { ENGLISH_POLITE_UNKNOWN } from "./denial/polite-unknown.ts";
import { isInPortuguese } from "./languages/language-of.ts";
import {
  FOREIGN_NEGATIVE,
  FOREIGN_NO,
  FOREIGN_UNKNOWN,
  FOREIGN_YES,
  JAPANESE_NEGATIVE,
  KANA,
  LIKELIHOOD,
} from "./languages/polarity-words.ts";
import { stem } from "./words.ts";

const NEGATIVE = new RegExp(
  `\\b(?:no|not|never|none|nothing|nobody|cannot|neither|nor|\\w+n['’]t)\\b|(?<!\\p{L})(?:nicht|kein\\p{L}*|nie|niemals|nichts|niemand)(?!\\p{L})|${FOREIGN_NEGATIVE}`,
  "iu",
);
/**
 * Matches Chinese negations. Does not match words that contain a character for "not" but do not
 * negate, such as 未来 (future), 不过 (but) and 不错 (good).
 */
const HAN_NEGATIVE =
  /(?<![差了])不(?![错錯仅僅但过過同久管断斷])|没(?!收)|[無无](?![论論聊料])|未(?![来來])/u;
const IN_JAPANESE = new RegExp(JAPANESE_NEGATIVE, "u");

/** In Portuguese, "no" means "in the". */
const NO_WORD = /(?<!\p{L})no(?!\p{L})/giu;

export function isNegated(text: string): boolean {
  return isNegatedIn(text, text);
}

/** Like `isNegated`. @param context a longer text, which shows the language better */
export function isNegatedIn(text: string, context: string): boolean {
  const isInThe = text.search(NO_WORD) >= 0 && isInPortuguese(context.replace(NO_WORD, ""));
  if (isInThe) return NEGATIVE.test(text.replace(NO_WORD, ""));
  return NEGATIVE.test(text) || (KANA.test(text) ? IN_JAPANESE : HAN_NEGATIVE).test(text);
}

const DOUBT = /\b(?:unclear|unknown|unspecified)\b|(?<!\p{L})(?:unklar|unbekannt)(?!\p{L})/iu;

/** Whether the text negates something, or says that something is unknown. */
export function deniesOrDoubts(text: string): boolean {
  return isNegated(text) || DOUBT.test(text);
}

export type Polarity = "yes" | "no";

const YES = new RegExp(`^(?:yes|yeah|yep|ja|doch|是的?|对的?|能|会|可以|有|${FOREIGN_YES})$`, "iu");
const NO = new RegExp(`^(?:no|nope|nein|不(?:是|能|会|可以|行)?|没有?|否|${FOREIGN_NO})$`, "iu");
const ENDS = /[\s.,!;:。，、！；]+/u;

/** Reads a text that is only a word for yes or no. Returns undefined for any other text. */
export function bareWord(text: string): Polarity | undefined {
  const word = text.trim().replace(/(?<![.!。！])[.!。！]+$/u, "");
  return YES.test(word) ? "yes" : NO.test(word) ? "no" : undefined;
}

/**
 * Matches a yes or no that answers a question. The "no" in "no evidence" does not match, because it
 * negates only the noun.
 */
const SENTENCE =
  /(?<![\p{L}\p{N}])(?:(yes|ja)|(no|nein))(?=\s*(?:[.,;:!)]|$)|\s+(?:because|since|as|but|he|she|they|it|we|i)\b)/iu;

/** Stems of words that say how certain an answer is, such as "probably". */
export const HEDGES: ReadonlySet<string> = new Set(
  [...LIKELIHOOD, "definitely", "certainly", "apparently"].map(stem),
);

/**
 * Matches an answer that only means "no", such as "not yet", "presumably not" or "unlikely".
 */
const HEDGED_NO =
  /^\s*(?:(?:most |very |quite )?(?:likely|probably|presumably|perhaps|maybe|possibly|certainly|definitely|apparently) not|(?:very |highly |quite )?unlikely|(?:wahrscheinlich|vermutlich|eher|wohl) nicht|wohl kaum|not (?:yet|really|any ?more|at all)|noch nicht|(?:todavía|aún) no|pas encore|non ancora|ainda não|nog niet|还没有?|まだ(?:です)?|아직|probablemente no|probablement pas|probabilmente no|可能不|大概不|不合适|不太合适|不适合)(?=\s*(?:[.,;:!。，；]|$))/iu;
/** Matches a "no" before a noun, as in "no evidence of it". Such a "no" answers no question. */
const BEFORE_NOUN = /^\s*(?:no|non|não)\s+\p{L}/iu;

/** Finds out whether the text says yes or no. Returns undefined if it says neither. */
export function polarityOf(text: string): Polarity | undefined {
  const found = SENTENCE.exec(text);
  if (found !== null) return found[1] === undefined ? "no" : "yes";
  if (HEDGED_NO.test(text)) return "no";
  return BEFORE_NOUN.test(text) ? undefined : bareWord(text.trim().split(ENDS)[0] ?? "");
}

/** Like `polarityOf`. But if the text says neither yes nor no, a negation in it counts as no. */
export function answerPolarity(answer: string): Polarity | undefined {
  return polarityOf(answer) ?? (isNegated(answer) ? "no" : undefined);
}

const SAYING =
  "(?:mention\\w*|stated?|sa(?:ys?|id)|specif\\w*|provided|given|discussed|available|known?|idea|information|record\\w*|answered|determined|told|tell)";
const GERMAN_SAYING =
  "(?:erwähnt|bekannt|genannt|angegeben|angaben?|information\\p{L}*|gesagt|vor|weiß|wissen)";
const GERMAN_NOT = "(?<!\\p{L})(?:nicht|keine?|nichts)(?!\\p{L})";
const NEGATION = /(?:\b(?:not|never|no(?!\s*[,;:])|nothing|cannot)|n['’]t)\b/giu;
const GERMAN_NEGATION = new RegExp(GERMAN_NOT, "giu");
const GERMAN_SAID = new RegExp(GERMAN_SAYING, "giu");
/**
 * Each entry is a pair of patterns. A sentence says that something is unknown if the second pattern
 * of a pair matches after a match of the first.
 */
const IN_ORDER: readonly (readonly [RegExp, RegExp])[] = [
  [NEGATION, new RegExp(`\\b${SAYING}\\b`, "giu")],
  [GERMAN_NEGATION, GERMAN_SAID],
  [GERMAN_SAID, GERMAN_NEGATION],
];
const NOT_SAID = new RegExp(
  [
    "\\bno (?:\\p{L}+ ){0,2}(?:evidence|indications?|details?|data|memor(?:y|ies)|references?)\\b",
    "\\b(?:I|we)\\b[^.]{0,20}(?:\\bnot\\b|n['’]t)[^.]{0,20}\\b(?:find|locate|see|recall|remember)\\b",
    "\\b(?:I(?: am|['’]m)|we(?: are|['’]re)) (?:not|un)[ -]?(?:really |entirely |quite )?(?:sure|certain)\\b",
    "(?:\\bnot|n['’]t) say(?=\\s*(?:[.,;!?]|$))",
    "\\b(?:unknown|unanswerable|unbekannt)\\b",
    "^\\s*(?:n/a|n\\.a\\.|not applicable|not available|no (?:answer|clue))\\s*[.!]?\\s*$",
    "\\b(?:none|neither|nothing|nowhere) (?:of|in|from) (?:(?:the|my|our|these|those|your)\\s)?(?:\\p{L}+ )?(?:notes?|memor(?:y|ies)|messages?|documents?|records?|entr(?:y|ies)|results?|conversations?|chats?|texts?|files?|passages?|context|sources?|snippets?|excerpts?)\\b",
    "(?<!\\p{L})(?:keine? (?:ahnung|schimmer|plan)|keinen (?:schimmer|blassen))(?!\\p{L})",
    "(?:没有?|未|不)[^。]{0,4}(?:提到|提及|说明|信息|记录|知道|清楚|得知)|无法(?:回答|确定|得知)|未知",
    ENGLISH_POLITE_UNKNOWN,
    FOREIGN_UNKNOWN,
  ].join("|"),
  "iu",
);

export function saysUnknown(text: string): boolean {
  return NOT_SAID.test(text) || text.split(".").some(isUnsaid);
}

/**
 * Each entry of `IN_ORDER` is a pair of patterns. This function looks for a match of the first
 * pattern, and then for a match of the second pattern later in the sentence. A single pattern for
 * both would be slow: after each negation, it would search the rest of the sentence again.
 */
function isUnsaid(sentence: string): boolean {
  return IN_ORDER.some(([first, second]) => {
    const start = endOfMatch(first, sentence, 0);
    return start > 0 && endOfMatch(second, sentence, start) > 0;
  });
}

/**
 * Searches `text` from the index `from`. Returns the index after the first match, or 0 if there is
 * none.
 */
function endOfMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  const end = pattern.test(text) ? pattern.lastIndex : 0;
  pattern.lastIndex = 0;
  return end;
}
