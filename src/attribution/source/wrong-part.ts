import type { FailedCase } from "../../protocol/api/attribution.ts";
import { saysUnknown } from "../../text/polarity.ts";
import { type Sentence, Sentences } from "../../text/sentences.ts";
import { contentStems, wordsOf } from "../../text/words.ts";

/** A word of the answer: `text` as written, and `stem` for comparisons. */
export interface Detail {
  readonly text: string;
  readonly stem: string;
}

export interface WrongPart {
  /** The part of the answer from the first wrong detail to the last wrong detail. */
  readonly text: string;
  readonly details: readonly Detail[];
  /** Stems of the question, and of the words around the wrong details. */
  readonly around: ReadonlySet<string>;
}

/**
 * Maximum number of details that are kept of the wrong part. A text states the wrong part if it has
 * most of the kept details. Without this limit, a text that paraphrases a long answer would have
 * less than half of them.
 */
const MAX_DETAILS = 24;
/**
 * An answer with at most this number of content words makes one claim. A longer answer is split
 * into passages.
 */
const SHORT_ANSWER = 12;

/**
 * Returns the wrong part of the answer. It consists of the details that are neither in the question
 * nor in the expected answer. If there are none, returns undefined.
 * @param names stems of operation names. They are not details: with such a word, an answer only
 * names the agent that gave it.
 */
export function wrongPartOf(
  { query, expected, prediction }: Pick<FailedCase, "query" | "expected" | "prediction">,
  names: ReadonlySet<string> = new Set(),
): WrongPart | undefined {
  const asked = new Set(contentStems(query));
  const known = new Set([...asked, ...names, ...expected.flatMap(contentStems)]);
  const isNew = ({ stem }: Detail) => !known.has(stem);
  const claim = claimOf(prediction, asked, isNew);
  if (claim === undefined) return undefined;
  const marked = tellingDetails(markedIn(claim)).filter(isNew);
  const telling = marked.length > 0 ? marked : tellingDetails(claim).filter(isNew);
  const isShort = contentStems(prediction).length <= SHORT_ANSWER;
  const added = telling.length > 0 || !isShort ? telling : wordsOf(claim).filter(isNew);
  if (added.length === 0) return undefined;
  const details = added.slice(0, MAX_DETAILS);
  const chosen = new Set(details.map(({ stem }) => stem));
  const around = new Set([...asked, ...contentStems(claim)].filter((stem) => !chosen.has(stem)));
  return { text: spanOf(claim, details), details, around };
}

function spanOf(claim: string, details: readonly Detail[]): string {
  const ends = details.flatMap(({ text }) => {
    const at = claim.indexOf(text);
    return at < 0 ? [] : [{ from: at, to: at + text.length }];
  });
  if (ends.length === 0) return claim;
  return claim.slice(
    Math.min(...ends.map(({ from }) => from)),
    Math.max(...ends.map(({ to }) => to)),
  );
}

/**
 * A short answer is one claim. Of a long answer, returns the passage that has new details and most
 * words of the question. If several passages are equally good, the last one wins, because a
 * conclusion is usually at the end.
 */
function claimOf(
  prediction: string,
  asked: ReadonlySet<string>,
  isNew: (word: Detail) => boolean,
): string | undefined {
  if (contentStems(prediction).length <= SHORT_ANSWER)
    return givesNone(prediction) ? undefined : prediction;
  const claims = passagesOf(new Sentences().of(prediction)).filter(
    (text) => !givesNone(text) && tellingDetails(text).some(isNew),
  );
  const shares = claims.map((text) => questionShare(contentStems(text), asked));
  return claims[shares.lastIndexOf(Math.max(...shares))];
}

/**
 * Returns the texts in bold, in code or in quotation marks, one a line. Such texts often are
 * values. A text that ends with a colon is a label, so it is skipped.
 */
function markedIn(claim: string): string {
  const marked = claim.matchAll(
    /\*\*([^*\n]{1,80})\*\*(?!\s*[:：])|`([^`\n]{1,80})`|["“]([^"”\n]{1,80})["”]/gu,
  );
  return [...marked]
    .map(([, bold, code, quote]) => bold ?? code ?? quote ?? "")
    .filter((text) => !/[:：]\s*$/u.test(text))
    .join("\n");
}

const GIVES_UP =
  /\b(?:I|we)\b.{0,20}\b(?:unable|fail(?:ed)?|could(?: not|n['’]t)|can(?:not| not|['’]t))\b|\bd(?:o|oes|id)(?: not|n['’]t) (?:say|state|mention|contain|include|provide|tell)\b/iu;

/** Whether the text only says that its author cannot answer. */
function givesNone(text: string): boolean {
  return saysUnknown(text) || (GIVES_UP.test(text) && tellingDetails(text).length === 0);
}

/** Joins the sentences into passages. A sentence that ends with a colon belongs to the next one. */
function passagesOf(sentences: readonly Sentence[]): string[] {
  const passages: string[] = [];
  let open = "";
  for (const { text } of sentences) {
    if (HEADING.test(text)) continue;
    open = open === "" ? text : `${open}\n${text}`;
    if (/[:：]\W*$/u.test(text)) continue;
    passages.push(open);
    open = "";
  }
  return open === "" ? passages : [...passages, open];
}

function questionShare(stems: readonly string[], asked: ReadonlySet<string>): number {
  const shared = new Set(stems.filter((stem) => asked.has(stem))).size;
  return shared / Math.sqrt(stems.length);
}

/** Matches the number of a list item, and the fence around a code block. */
const LAYOUT = /^[ \t\u00a0\u3000*>-]*\d{1,2}[.)](?=\s)|```\w*/gm;
const HEADING = /^\s*#+\s/;
const SENTENCE_END = /[.:!?。：！？\n]/u;
/** Matches characters between a word and the start of its sentence or line. */
const BEFORE_WORD = /[\s"'“‘*_>()[\]-]/u;
const QUOTE = /["'“‘`]$/u;
/**
 * A line with at most this number of content words counts as a value, such as a name. In such a
 * line, the first word counts as a name if it begins with a capital letter. In a longer line, the
 * capital letter of the first word means nothing.
 */
const VALUE_STEMS = 3;

/**
 * Returns the names, the numbers and the quoted words of the text. Leaves out the numbers of list
 * items. Also leaves out words that have a capital letter only because they begin a sentence.
 */
export function tellingDetails(text: string): Detail[] {
  const claim = text.replace(LAYOUT, "");
  const values = new Set(claim.split("\n").filter(isValueLine).flatMap(written));
  return wordsOf(claim).filter((word) => isTelling(word, claim, values));
}

function isValueLine(line: string): boolean {
  return !/[.:!?。：！？]\s*$/u.test(line) && contentStems(line).length <= VALUE_STEMS;
}

function written(line: string): string[] {
  return wordsOf(line).map(({ text }) => text);
}

function isTelling({ text, stem }: Detail, claim: string, values: ReadonlySet<string>): boolean {
  if (/\d/.test(stem) || /\d|^\P{L}*\p{L}.*\p{Lu}/u.test(text)) return true;
  if (!/\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u.test(text)) return true;
  const before = claim.slice(0, claim.indexOf(text));
  if (QUOTE.test(before)) return true;
  return /^\p{Lu}/u.test(text) && (values.has(text) || !endsBefore(before));
}

/**
 * Whether the next word after the text would be the first word of a sentence or of a line. Spaces
 * and quotation marks at the end of the text do not matter.
 */
function endsBefore(text: string): boolean {
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const character = text.charAt(at);
    if (SENTENCE_END.test(character)) return true;
    if (!BEFORE_WORD.test(character)) return false;
  }
  return true;
}
