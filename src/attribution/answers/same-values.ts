/** Writes equal values of two answers in the same form, such as "1.5 kg" and "1500 g". */
import { durations, exactDurations } from "../../text/durations.ts";
import { inFigures } from "../../text/numbers.ts";
import { codePattern } from "../../text/spelling/other-spellings.ts";
import { plainNumber } from "../../text/spelling/written-numbers.ts";
import { timeMentions } from "../../text/times.ts";

/** Returns the given answer with the expected answer's form of each value that is equal in both. */
export function withSameValues(expected: string, given: string): string {
  const own = withLengths(expected, withSameCode(expected, given));
  return withSameMeasures(expected, withSameSign(expected, own));
}

/** Writes quarters of the year and frequencies in one form. */
export function inPlainForm(text: string): string {
  return text
    .replace(/\bQ([1-4])\b/g, "$1th quarter")
    .replace(
      OFTEN,
      (_, count: string, unit: string) => `${count.replace(/ times$/i, "")} ${unit}ly`,
    )
    .replace(EVERY_NTH, (_, nth: string, units: string) => {
      const number = Math.max(1, NTH.indexOf(nth.toLowerCase()));
      return `every ${number + 1} ${units}s`;
    });
}

const OFTEN =
  /\b(twice|thrice|(?:\d{1,2}|[a-z]{3,6}) times) (?:an?|per|each|every) (week|month|year)\b/gi;
const EVERY_NTH = /\bevery (other|second|third|fourth|fifth) (hour|day|week|month|year)\b/gi;
const NTH = ["other", "second", "third", "fourth", "fifth"];

/** The sign "¥" can mean yen or yuan. */
function withSameSign(expected: string, given: string): string {
  return /円|\byen\b/i.test(expected) ? given.replace("¥", "円") : given;
}

/**
 * Matches a code: one word with a letter and a digit, several groups of capital letters and digits,
 * or at least nine digits. Fewer digits can be a date, a range or a score.
 */
const CODE =
  /^(?!.*:)(?=.*\d)(?=.*\p{L}|(?:\D*\d){9})[+(]?(?:[\p{L}\p{N}]\S*|[\p{Lu}\p{N}][\p{Lu}\p{N}\s().\-–—/_]*)$/u;

function withSameCode(expected: string, given: string): string {
  const pattern = CODE.test(expected.trim()) ? codePattern(expected) : undefined;
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

const MEASURE =
  /(?<![\d.,\p{L}])(\d{1,9}(?:[.,]\d{1,6})*) ?(?:(kil[oó]|chilo|quil[oóô]|centi|centí|mil{1,2}[ií]|[kcm](?=[mgl](?!\p{L})))?(m[eéè]t(?:er|re|ro|ri)[ns]?|gram\p{L}{0,3}|lit(?:er|re|ro|ri)s?|[mgl])|(kilos?|quilos?|chil[oi]))(?!\p{L})/giu;
const SIZES: Readonly<Record<string, number>> = { k: 1e3, q: 1e3, ch: 1e3, c: 0.01, m: 0.001 };

function withSameMeasures(expected: string, given: string): string {
  const wanted = new Map<string, string>();
  for (const match of inFigures(expected).matchAll(MEASURE)) wanted.set(measureOf(match), match[0]);
  if (wanted.size === 0) return given;
  return inFigures(given).replace(MEASURE, (...match) => {
    const said = match.slice(0, 5) as string[];
    return wanted.get(measureOf(said)) ?? said[0] ?? "";
  });
}

/** Returns the amount in metres, grams or litres, as a text that is equal for equal amounts. */
function measureOf([, number = "", prefix = "", base = "g", kilos]: ArrayLike<string | undefined> &
  Iterable<string | undefined>): string {
  const letters = prefix.toLowerCase();
  const size = SIZES[letters.slice(0, 2)] ?? SIZES[letters[0] ?? ""] ?? 1;
  const amount = Number(plainNumber(number)) * (kilos === undefined ? size : 1e3);
  return `${amount.toPrecision(9)} ${base[0]?.toLowerCase()}`;
}
