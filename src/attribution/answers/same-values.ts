/** Writes equal values of two answers in the same form, such as "AB-1234" and "AB1234". */
import { dayOfMonth, monthAt } from "../../text/calendar.ts";
import { durations, exactDurations } from "../../text/durations.ts";
import { inFigures } from "../../text/numbers.ts";
import { codePattern } from "../../text/spelling/other-spellings.ts";
import { timeMentions } from "../../text/times.ts";

/** Returns the given answer with the expected answer's form of each value that is equal in both. */
export function withSameValues(expected: string, given: string): string {
  return SAME.reduce((text, same) => same(expected, text), given);
}

/** The sign "¥" can mean yen or yuan. */
function withSameSign(expected: string, given: string): string {
  return /円|\byen\b/i.test(expected) ? given.replace("¥", "円") : given;
}

/**
 * Matches a code: one word with a letter and a digit, several groups of capital letters and digits,
 * or at least nine digits. Fewer digits can be a date, a range or a score. A number with a unit,
 * such as "25mg", is no code.
 */
const CODE =
  /^(?!.*:|\d+ ?\p{L}+$)(?=.*\d)(?=.*\p{L}|(?:\D*\d){9})[+(]?(?:[\p{L}\p{N}]\S*|[\p{Lu}\p{N}][\p{Lu}\p{N}\s().\-–—/_]*)$/u;

function withSameCode(expected: string, given: string): string {
  const pattern = CODE.test(expected.trim()) ? codePattern(expected, 3) : undefined;
  if (pattern === undefined) return given;
  // A point or comma between digits can separate decimals: "12.50" is not "1250".
  const isNumber = (text: string) => /\d[.,]\d/.test(text);
  return given.replace(new RegExp(pattern, "iu"), (said) =>
    isNumber(said) || isNumber(expected) ? said : expected.trim(),
  );
}

/**
 * If only the expected answer has a duration, writes the deadline of the given answer as a duration:
 * "within two weeks" names it too. "In two weeks" does so only if it is the whole answer, because
 * "it begins in two weeks" does not say how long something takes.
 */
function withLengths(expected: string, given: string): string {
  if (durations(expected).length === 0 || timeMentions(expected).length > 0) return given;
  const [length, ...further] = exactDurations(given);
  if (length === undefined || further.length > 0) return given;
  const before = given.slice(0, length.index);
  const after = given.slice(length.index + length.text.length);
  const isDeadline = WITHIN.test(before) || (IN.test(before) && /^[.!\s]*$/.test(after));
  return isDeadline
    ? `${before.replace(WITHIN, "").replace(IN, "")}${length.text} ; ${after}`
    : given;
}

const WITHIN = /(?<!\p{L})(?:within|innerhalb von|binnen|entro) $/iu;
const IN = /^\s*(?:in|nach|dans|en|dentro de|fra|tra|em|over) $/iu;

const NONE =
  /^(?:none|no ?(?:body|one)|keine[rns]?|niemand|nadie|ningun[oa]s?|personne|aucune?|nessun[oa]?|ninguém|nenhuma?|geen|没有?人?|誰も|아무도)(?!\p{L})/iu;

function withNone(expected: string, given: string): string {
  return /^(?:0|zero)\.?$/i.test(expected.trim()) ? given.replace(NONE, "0") : given;
}

/** Matches a score, ratio or range: two numbers whose order matters. */
export const PAIR = /^\s*(\d{1,3}) ?(?:[-–]|:(?!\d\d)) ?(\d{1,3})\s*$/;

function withSamePair(expected: string, given: string): string {
  const [, first, last] = PAIR.exec(expected) ?? [];
  if (last === undefined) return given;
  const between = "(?:[-–:]|to|and|zu|bis|a|y|à|et|e|o|tot|en)";
  const pair = `(?<![\\d.:,-])${first} ?${between} ?${last}(?![\\d:-]|[.,]\\d)`;
  return given.replace(new RegExp(pair, "iu"), expected.trim());
}

/** Writes the initials of several words as these words, and the words as their initials. */
function withSameInitials(expected: string, given: string): string {
  const [name = "", ...further] =
    expected.match(/(?<!\p{L})\p{Lu}[\p{L}'’-]{0,30}(?: \p{Lu}[\p{L}'’-]{0,30})+/gu) ?? [];
  if (further.length > 0) return given;
  const letters =
    name === "" ? expected.replace(/^the |[.\s]/gi, "") : name.replace(/(?<=\S)\S+|\s/gu, "");
  if (!/^\p{Lu}{2,5}$/u.test(letters)) return given;
  const pattern =
    name === ""
      ? `${[...letters].join("[\\p{Ll}'’]+[- ](?:\\p{Ll}{2,3} )*")}[\\p{Ll}'’]+`
      : `${[...letters].join("\\.?")}\\.?`;
  return given.replace(new RegExp(`(?<!\\p{L})${pattern}(?!\\p{L})`, "u"), name || letters);
}

const TITLE =
  "Dr|Prof|M|Mr|Mrs|Ms|Miss|Mme|Mlle|Herr|Frau|Sra?|Sig|Signora?|Señora?|Dott|Dra|Mevr|Mevrouw|Dhr|Meneer|Profess(?:or|eur|ore|ora)";

/** "Dr. Weber" names the person "Hanna Weber" too. */
function withSamePerson(expected: string, given: string): string {
  const [name, last] =
    /(?<!\p{L})\p{Lu}[\p{L}.'’-]{0,30} ((?:v[ao]n |d[aei] )?\p{Lu}[\p{L}'’-]{1,30})$/u.exec(
      expected.trim(),
    ) ?? [];
  if (name === undefined || given.includes(name)) return given;
  const titled = new RegExp(`(?<!\\p{L})((?:${TITLE})\\.?) ${last}(?!\\p{L})`, "iu");
  return titled.test(expected) ? given : given.replace(titled, `$1 ${name}`);
}

const TENS = "twen thir for fif six seven eigh nine".split(" ");

function withSameDecade(expected: string, given: string): string {
  const [all, tens = ""] = /\b(?:19|20)([2-9])0s\b/.exec(expected) ?? [];
  const word = TENS[Number(tens) - 2];
  if (all === undefined || given.includes(all)) return given;
  return given.replace(new RegExp(`(?<!\\d)['’]?${tens}0s\\b|\\b${word}ties\\b`, "i"), all);
}

const ENGLISH_MONTH =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b/i;

/**
 * Writes "05/03" as the day of the expected answer, such as "5 de marzo". In English, "05/03" can
 * also mean 3 May. So beside an English month, the day must be above 12.
 */
function withSameDay(expected: string, given: string): string {
  const [mention, ...further] = timeMentions(expected);
  const days = mention?.resolve(0);
  if (mention === undefined || days === undefined || further.length > 0) return given;
  const [day, month] = [dayOfMonth(days.first), monthAt(days.first).month + 1];
  const isEnglish = ENGLISH_MONTH.test(mention.text);
  const isMonthFirst = /[月월]/.test(mention.text);
  if (days.first !== days.last || (isEnglish && day <= LAST_MONTH)) return given;
  const orders = [isMonthFirst ? [month, day] : [day, month], ...(isEnglish ? [[month, day]] : [])];
  const date = orders.map((parts) => `0?${parts.join("[/.-]0?")}`).join("|");
  return given.replace(new RegExp(`(?<![\\d/.-])(?:${date})(?![/.-]?\\d)\\.?`), mention.text);
}

const LAST_MONTH = 12;

const MEASURE =
  /(?<![\d.,\p{L}])(\d+(?:[.,]\d+)?)\s*(?:(mill[ií]|cent[ií]|[dk]ec[ií]|kilo|[mcdk])?-?(?:([mgl])(?:[eè]t(?:er|re|ro|ri)|ram(?:m?[eoi])?|it(?:er|re|ro|ri))?|t(?:onn?en?|onelada|onnellat[ae])?)|((?:k|qu|ch)il[oi]))s?(?!\p{L})/giu;
const POWERS: Readonly<Record<string, number>> = { m: -3, c: -2, d: -1, k: 3 };
const TONNE = 6;

/** Writes an equal measure with the expected unit: "150 cm" for "one and a half metres". */
function withSameMeasure(expected: string, given: string): string {
  const said = inFigures(given);
  const [wanted, ...further] = measuresIn(inFigures(expected));
  if (wanted === undefined || further.length > 0) return given;
  const equal = measuresIn(said).find(({ of, size }) => size === wanted.size && of === wanted.of);
  return equal === undefined ? given : said.replace(equal.text, wanted.text);
}

function measuresIn(text: string) {
  return Array.from(text.matchAll(MEASURE), ([said, number = "", prefix = "", unit, kilo]) => {
    const whole = kilo === undefined && unit === undefined ? TONNE : kilo === undefined ? 0 : 3;
    const power = (POWERS[prefix[0]?.toLowerCase() ?? ""] ?? 0) + whole;
    const size = Number(`${number.replace(",", ".")}e${power}`);
    return { text: said, size, of: unit?.toLowerCase() ?? "g" };
  });
}

const SAME: readonly ((expected: string, given: string) => string)[] = [
  ...[withSameCode, withLengths, withSameSign, withNone, withSamePair, withSameInitials],
  ...[withSamePerson, withSameDecade, withSameDay, withSameMeasure],
];
