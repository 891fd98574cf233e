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

/** Writes quarters of the year, floors and frequencies in one form. */
export function inPlainForm(text: string): string {
  return text
    .replace(/\bQ([1-4])\b/g, "$1th quarter")
    .replace(/\b(floor|level|grade|chapter|episode|season|row) (\d{1,2})\b/gi, "$2th $1")
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

/** Matches one word without a sign before it, or several groups of capital letters and digits. */
const CODE = /^[+(]?(?:[\p{L}\p{N}]\S*|[\p{Lu}\p{N}][\p{Lu}\p{N}\s().\-–—/_]*)$/u;

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
 * If only the expected answer has a duration, writes a time of the given answer as a duration: "in
 * two weeks" and "two weeks after the delivery" name a duration too.
 */
function withLengths(expected: string, given: string): string {
  if (durations(expected).length === 0 || timeMentions(expected).length > 0) return given;
  const [length, ...further] = exactDurations(given);
  if (length === undefined || further.length > 0) return given;
  const before = given.slice(0, length.index).replace(WITHIN, "");
  const after = given.slice(length.index + length.text.length);
  const isFromNow = before.length < length.index || LATER.test(after);
  return isFromNow ? `${before}${length.text} ; ${after}` : given;
}

const WITHIN =
  /(?<!\p{L})(?:in|within|innerhalb von|binnen|nach|dans|après|en|dentro de|entro|fra|tra|em|over) $/iu;
const LATER = /^ (?:after|later|from now)\b/i;

const MEASURE =
  /(?<![\d.,\p{L}])(\d{1,9}(?:[.,]\d{1,6})*) ?(?:(kilo|chilo|quil[oóô]|centi|centí|mil{1,2}[ií]|[kcm](?=[mgl](?!\p{L})))?(m[eéè]t(?:er|re|ro|ri)s?|gram\p{L}{0,3}|lit(?:er|re|ro|ri)s?|[mgl])|(kilos?|quilos?|chil[oi]))(?!\p{L})/giu;
const SIZES: Readonly<Record<string, number>> = { k: 1e3, q: 1e3, ch: 1e3, c: 0.01, m: 0.001 };

interface Measure {
  readonly text: string;
  /** The first letter of metre, gram or litre. */
  readonly unit: string;
  readonly size: number;
}

function withSameMeasures(expected: string, given: string): string {
  const wanted = measuresIn(inFigures(expected));
  if (wanted.length === 0) return given;
  const said = inFigures(given);
  return measuresIn(said).reduce(
    (made, { text, unit, size }) => {
      const same = wanted.find(
        (each) => each.unit === unit && Math.abs(each.size - size) < 1e-6 * size,
      );
      return same === undefined ? made : made.replace(text, same.text);
    },
    given === said ? given : said,
  );
}

function measuresIn(text: string): Measure[] {
  return Array.from(text.matchAll(MEASURE), ([said, number = "", prefix = "", base, kilos]) => {
    const letters = prefix.toLowerCase();
    const size = SIZES[letters.slice(0, 2)] ?? SIZES[letters[0] ?? ""] ?? 1;
    const unit = kilos === undefined ? (base?.[0]?.toLowerCase() ?? "") : "g";
    return {
      text: said,
      unit,
      size: Number(plainNumber(number)) * (kilos === undefined ? size : 1e3),
    };
  });
}
