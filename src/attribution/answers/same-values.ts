/** Writes equal values of two answers in the same form, such as "AB-1234" and "AB1234". */
import { durations, exactDurations } from "../../text/durations.ts";
import { codePattern } from "../../text/spelling/other-spellings.ts";
import { EVERY_NTH } from "../../text/times/intervals.ts";
import { timeMentions } from "../../text/times.ts";

/** Returns the given answer with the expected answer's form of each value that is equal in both. */
export function withSameValues(expected: string, given: string): string {
  return withSameSign(expected, withLengths(expected, withSameCode(expected, given)));
}

/** Writes quarters of the year and frequencies in one form. */
export function inPlainForm(text: string): string {
  return text
    .replace(/\bQ([1-4])\b/g, "$1th quarter")
    .replace(
      OFTEN,
      (_, count: string, unit: string) => `${count.replace(/ times$/i, "")} ${unit}ly`,
    )
    .replace(NTH, (_, nth: string, unit: string) => {
      return `every ${EVERY_NTH[nth.toLowerCase()]} ${unit}s`;
    });
}

const OFTEN =
  /\b(twice|thrice|(?:\d{1,2}|[a-z]{3,6}) times) (?:an?|per|each|every) (week|month|year)\b/gi;
const NTH = new RegExp(
  `\\bevery (${Object.keys(EVERY_NTH).join("|")}) (hour|day|week|month|year)\\b`,
  "gi",
);

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
