/**
 * Recognises amounts whose speaker leaves out the word "thousand": "he came down to 27" for 27,000.
 */
import { durations } from "../durations.ts";
import { languageOf, languagesOf } from "../languages/language-of.ts";
import { inFigures, UNIT_WORDS } from "../numbers.ts";
import { timeMentions } from "../times.ts";
import { allStems, contentStems, isFunctionWord, stem as stemOf } from "../words.ts";

const THOUSANDS = /^[1-9]\d*00$/;
/** Smaller amounts are left out, because figures below ten occur too often by chance. */
const LEAST = 10_000;
const UNITS = new Set(UNIT_WORDS.flatMap(contentStems));

/** Returns the figure without its thousands: "27" for "27000". Returns undefined for other words. */
export function withoutThousands(stem: string): string | undefined {
  return THOUSANDS.test(stem) && Number(stem) >= LEAST ? `${Number(stem) / 1000}` : undefined;
}

/**
 * If `stem` is an amount in thousands and the text states it without the thousands, returns the
 * figure as the text states it. A figure with a unit, or in a time or a duration, does not count:
 * "27 km" and "27 May" do not mean 27,000. A figure that counts or numbers something does not count
 * either, as in "27 friends" and "room 27".
 */
export function shortenedIn(text: string, stem: string): string | undefined {
  const short = withoutThousands(stem);
  if (short === undefined || !contentStems(text).includes(short)) return undefined;
  const spans = [...timeMentions(text), ...durations(text)];
  const rest = spans.reduce((left, { text: said }) => left.replace(said, " ; "), text);
  const language = languageOf(text);
  const isBare = inFigures(rest)
    .split(CLAUSE_END)
    .some((clause) => hasAmount(clause, short, language));
  return isBare ? short : undefined;
}

/** Whether the text has the figure without a unit after it. */
export function isBareIn(text: string, figure: string): boolean {
  const words = allStems(text);
  return words.some((word, at) => word === figure && !isUnit(words[at + 1] ?? ""));
}

export function isUnit(stem: string): boolean {
  return UNITS.has(stem);
}

const CLAUSE_END = /[;!?]|[.,:](?!\d)/u;
const WORD = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}'’-]|[.,](?=\p{N}))*/gu;

/** Whether the clause has this figure as an amount, and not to count or number something. */
function hasAmount(clause: string, figure: string, language: string | undefined): boolean {
  const words = clause.match(WORD) ?? [];
  if (!words.some((word) => stemOf(word) === figure)) return false;
  // A short text often does not show its language, so function words of all languages count.
  const isSmall = (word: string) =>
    isFunctionWord(word.toLowerCase()) || languagesOf(folded(word)).length > 0;
  return words.some((word, at) => {
    if (stemOf(word) !== figure) return false;
    const [before, next, further] = [words[at - 1], words[at + 1], words[at + 2]];
    if (before !== undefined && !(isSmall(before) ? !COUNTS.test(before) : PRICE.test(before)))
      return false;
    if (next === undefined) return true;
    if (isSmall(next)) return !OF.test(next);
    if (UNITS.has(stemOf(next))) return false;
    const isNoun = NOUN[language ?? "en"] ?? ANY;
    const isAfterAdjective = further !== undefined && !isSmall(further) && isNoun.test(further);
    return !isNoun.test(next) && !isAfterAdjective;
  });
}

/** Returns the word in lower case and without accents, as `languagesOf` needs it. */
function folded(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Function words before a figure that counts things, or tells an age: "all 27", "we were 27". */
const COUNTS =
  /^(?:the|all|my|your|his|her|our|their|these|those|other|am|are|were|i['’]m|we['’]re|they['’]re|die|der|das|den|dem|alle|meine|unsere|ihre|seine|bin|sind|waren|wird|los|las|les|gli|unsere|todos|todas|tous|toutes|tutti|somos|éramos|sommes|siamo|son|sono|sont|são|zijn)$/iu;
/** "27 of us" counts people. */
const OF = /^(?:of|von|de|di|van|der|des|d)$/iu;
/** Verbs before a price. After other words, as in "room 27", a figure numbers something. */
const PRICE =
  /^(?:pay|pays|paid|paying|costs?|costing|offer(?:s|ed|ing)?|wants?|wanted|asks?|asked|asking|bid|bids|quoted?|took|takes?|got|gets?|gave|spend|spent|earns?|earned|charges?|charged|said|says|(?:be)?zahl\p{L}*|(?:ge|be)zahlt|kost\p{L}*|biete[nt]?|bot|boten|geboten|verlang\p{L}*|will|wollen|wollte|nahm|nimmt|pag(?:o|a|an|ó|ué|aron|amos|ou|aram|ava|aba)|cuesta|costó|costaba|custa|custou|ofrec\p{L}*|oferec\p{L}*|pid(?:e|en|ió|ieron)|pede|pediu|quiere|quería|quer|queria|paie|paye|payé|coûte|coûtait|coûté|offre|offert|demande|demandait|veut|voulait|paga|pagò|pagato|costa|costava|costato|chiede|chiedeva|chiesto|vuole|voleva|betaal\p{L}*|biedt|bood|vraagt|vroeg|wil|wilde)$/iu;
/** Matches what a figure can count. German nouns have a capital letter, English ones end in "s". */
const NOUN: Readonly<Record<string, RegExp>> = {
  en: /(?:[^su'’]s|people|[^a-z]men|women|children|feet|teeth|mice|fish|sheep|kids)$|^men$|^\p{Lu}/u,
  de: /^\p{Lu}/u,
};
const ANY = /\p{L}/u;
