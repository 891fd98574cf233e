/** Writes equal values of two answers in the same form, such as "AB-1234" and "AB1234". */
import { dayOfMonth, monthAt, placeOf } from "../../text/calendar.ts";
import { durations, exactDurations } from "../../text/durations.ts";
import { asksPerson } from "../../text/languages/asking-words.ts";
import { cardinalValue } from "../../text/languages/cardinals.ts";
import { inFigures } from "../../text/numbers.ts";
import { codePattern } from "../../text/spelling/other-spellings.ts";
import { MONTHS, timeMentions, WEEKDAYS } from "../../text/times.ts";

/** Returns the given answer with the expected answer's form of each value that is equal in both. */
export function withSameValues(question: string, expected: string, given: string): string {
  const same = asksPerson(question) ? [...SAME, withSamePerson] : [...SAME, withSameInitials];
  return same.reduce((text, write) => write(expected, text), given);
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

/** Matches a short code, such as "B12". Only the place before its digits can have a separator. */
const SHORT_CODE = /^(\p{Lu}{1,2})[ -]?(\d{1,3})$/u;

function withSameCode(expected: string, given: string): string {
  const short = SHORT_CODE.exec(expected.trim());
  if (short !== null) {
    const code = `(?<![\\p{L}\\d])${short[1]}[ -]?${short[2]}(?![\\p{L}\\d]|[-/.]\\d)`;
    return given.replace(new RegExp(code, "u"), expected.trim());
  }
  const pattern = CODE.test(expected.trim()) ? codePattern(expected) : undefined;
  if (pattern === undefined) return given;
  // A point or comma between digits can separate decimals: "12.50" is not "1250".
  const isNumber = (text: string) => /\d[.,]\d/.test(text);
  return given.replace(new RegExp(pattern, "iu"), (said) =>
    isNumber(said) || isNumber(expected) ? said : expected.trim(),
  );
}

/**
 * If the expected answer has a duration and the given answer has a deadline, writes the deadline as
 * a duration. "Within two weeks" states the duration "two weeks". "In two weeks" states it only if
 * it is the whole answer, because "it begins in two weeks" does not say how long something takes.
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
  /^\s*(?:none|no ?(?:body|one)|keine[rns]?|niemand|nadie|ningun[oa]s?|personne|aucune?|nessun[oa]?|ninguém|nenhuma?|geen|没有?人?|誰も|아무도)[.!]?\s*$/iu;

function withNone(expected: string, given: string): string {
  return /^(?:0|zero)\.?$/i.test(expected.trim()) ? given.replace(NONE, "0") : given;
}

/**
 * Removes parts such as ", not Ana", because they deny only Ana. If the expected answer names Ana
 * too, such a part stays.
 */
function withoutDenied(expected: string, given: string): string {
  return given.replace(DENIED, (all, name: string) => (expected.includes(name) ? all : ""));
}

const DENIED = /, (?:not|nicht|no|pas|non|não|niet) (\p{Lu}\p{L}+)(?=\s*(?:[.,;!]|$))/gu;

/** Writes "Fri" as "Friday" if the expected answer names weekdays. */
function withSameWeekdays(expected: string, given: string): string {
  if (!WEEKDAY.test(expected)) return given;
  return given.replace(SHORT_WEEKDAY, (day) => WEEKDAYS[placeOf(WEEKDAYS, day.slice(0, 3))] ?? day);
}

const WEEKDAY = new RegExp(`\\b(?:${WEEKDAYS.join("|")})`, "i");
const SHORT_WEEKDAY = /\b(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b\.?/g;

/** Matches a score, ratio or range: two numbers whose order matters. */
export const PAIR = /^\s*(\d{1,3}) ?(?:[-–]|:(?!\d\d)) ?(\d{1,3})\s*$/;

function withSamePair(expected: string, given: string): string {
  const [, first, last] = PAIR.exec(expected) ?? [];
  if (last === undefined) return given;
  const between = "(?:[-–:]|to|and|bis|a|à|tot)";
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
  if (!/^(?:UK|US|EU|UN|(?!T)\p{Lu}{3,5})$/u.test(letters)) return given;
  const pattern =
    name === ""
      ? `${[...letters].join("[\\p{Ll}'’]+[- ](?:\\p{Ll}{2,3} )*")}[\\p{Ll}'’]+`
      : `${[...letters].join("\\.?")}\\.?`;
  return given.replace(new RegExp(`(?<!\\p{L})${pattern}(?!\\p{L})`, "u"), name || letters);
}

/** "Dr. Weber" names the person "Hanna Weber" too. "Mr. Weber" can be somebody else. */
function withSamePerson(expected: string, given: string): string {
  const [name, last] =
    /(?<!\p{L})\p{Lu}[\p{L}.'’-]{0,30} ((?:v[ao]n |d[aei] )?\p{Lu}[\p{L}'’-]{1,30})$/u.exec(
      expected.trim(),
    ) ?? [];
  if (name === undefined || last === undefined || given.split(last).length !== 2) return given;
  const titled = new RegExp(
    `(?<!\\p{L})((?:Dr|Prof)\\.?|Professora?) ${last}(?![\\p{L}\\p{M}-]|['’]s?)`,
    "iu",
  );
  return titled.test(expected) ? given : given.replace(titled, `$1 ${name}`);
}

const NAMES = MONTHS.flatMap((name) => [name, name.slice(0, 3)]);
const ENGLISH_MONTH = new RegExp(`(?<!\\p{L})(?:${NAMES.join("|")}|sept)(?!\\p{L})`, "iu");

/**
 * Writes "05/03" as the day of the expected answer, such as "5 de marzo". In English, "05/03" can
 * also mean 3 May. So beside an English month, the day must be above 12.
 */
function withSameDay(expected: string, given: string): string {
  const [mention, ...further] = timeMentions(expected);
  if (mention === undefined || further.length > 0 || !NAMED_DAY.test(mention.text)) return given;
  const days = mention.resolve(0);
  if (days === undefined || days.first !== days.last) return given;
  const [day, month] = [dayOfMonth(days.first), monthAt(days.first).month + 1];
  const isEnglish = ENGLISH_MONTH.test(mention.text);
  if (isEnglish && day <= LAST_MONTH) return given;
  const orders = [/[月월]/.test(mention.text) ? [month, day] : [day, month]];
  if (isEnglish) orders.push([month, day]);
  const date = orders.map(
    (parts) => `0?${parts.join("/0?")}(?![/\\d]| d[eu])|0?${parts.join("\\.0?")}\\.(?!\\d)`,
  );
  return given.replace(new RegExp(`(?<![\\d/.-])(?:${date.join("|")})`), mention.text);
}

/** Matches a day with the name of its month, and without a year. */
const NAMED_DAY = /^(?!.*\d{4})(?=.*\d)(?=.*(?:\p{L}{3}|[月월]))/u;
const LAST_MONTH = 12;

const NUMBERED_DATE = /\d{1,2}[/.]\d{4}|\d{4}[-/]\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}/g;

/** Writes the only date "03/2022" as "March 2022" if the expected answer is this month. */
function withSameMonth(expected: string, given: string): string {
  const [mention, ...further] = timeMentions(expected);
  const year = /(?:19|20)\d\d$/.exec(mention?.text ?? "")?.[0];
  if (mention === undefined || further.length > 0 || year === undefined) return given;
  const days = mention.resolve(0);
  const month = days === undefined ? 0 : monthAt(days.first).month + 1;
  if (days === undefined || days.last - days.first < 27 || days.last - days.first > 31)
    return given;
  if ((given.match(NUMBERED_DATE) ?? []).length > 1) return given;
  const date = `(?<![\\d/.-])(?:0?${month}[/.]${year}|${year}[/-]0?${month})(?![\\d/-]|\\.\\d)`;
  return given.replace(new RegExp(date), mention.text);
}

const MEASURE =
  /(?<![\d.,\p{L}])(?!\d+[.,]\d{3}(?!\d))(\d+(?:[.,]\d+)?)\s*(?:(mill[ií]|cent[ií]|[dk]ec[ií]|kilo|[mcdk])?-?(?:([mgl])(?:[eè]t(?:er|re|ro|ri)|ram(?:m?[eoi])?|it(?:er|re|ro|ri))?|t(?:onn?en?|onelada|onnellat[ae])?)|((?:k|qu|ch)il[oi]))s?(?!\p{L}|\d|\s*[²³/])/giu;
const POWERS: Readonly<Record<string, number>> = { m: -3, c: -2, d: -1, k: 3 };
const TONNE = 6;

/** Matches a word before a unit, such as "dodici" in "dodici chili". */
const BEFORE_MEASURE = /(?<!\p{L})\p{L}{3,20}(?= (?:kil|quil|chil|gram|m[eè]t[er]|lit))/giu;

/** Writes an equal measure with the expected unit: "150 cm" for "one and a half metres". */
function withSameMeasure(expected: string, given: string): string {
  const [wanted, ...further] = measuresIn(inFigures(expected));
  if (wanted === undefined || further.length > 0) return given;
  const counted = given.replace(
    BEFORE_MEASURE,
    (word) => `${cardinalValue(word.toLowerCase()) ?? word}`,
  );
  const said = inFigures(counted);
  const equal = measuresIn(said).find(({ of, size }) => size === wanted.size && of === wanted.of);
  if (equal === undefined) return given;
  return said.slice(0, equal.index) + wanted.text + said.slice(equal.index + equal.text.length);
}

function measuresIn(text: string) {
  return Array.from(
    text.matchAll(MEASURE),
    ({ 0: said, 1: number = "", 2: prefix = "", 3: unit, 4: kilo, index }) => {
      const whole = kilo === undefined && unit === undefined ? TONNE : kilo === undefined ? 0 : 3;
      const power = (POWERS[prefix[0]?.toLowerCase() ?? ""] ?? 0) + whole;
      const size = Number(`${number.replace(",", ".")}e${power}`);
      return { text: said, index, size, of: unit?.toLowerCase() ?? "g" };
    },
  );
}

const SAME: readonly ((expected: string, given: string) => string)[] = [
  ...[withSameCode, withLengths, withSameSign, withNone, withoutDenied, withSameWeekdays],
  ...[withSamePair, withSameDay, withSameMonth, withSameMeasure],
];
