/**
 * Finds a shorter form of an expected answer: "Graz" for "Graz (Austria)", "2 hours" for "2 hours
 * (9:00 to 11:00)".
 */
import { asksPerson, asksPlace } from "../../text/languages/asking-words.ts";
import { contentStems } from "../../text/words.ts";
import { figures, readValues } from "./answer-reading.ts";

const WITH_NOTE =
  /^((?:(?:in|à|en|em|a) )?\p{Lu}[\p{L}'’ -]{1,40}?) ?[(（]\p{Lu}[\p{L}'’ -]{1,40}[)）]\.?$/u;
/**
 * Returns the person or place without a note in brackets, if the given answer names nothing more:
 * "Paris in Texas" is not "Paris (France)".
 */
export function shorterAnswer(
  question: string,
  expected: string,
  given: string,
): string | undefined {
  if (!asksPlace(question) && !asksPerson(question)) return shorterValue(question, expected, given);
  const short = WITH_NOTE.exec(expected.trim())?.[1];
  if (short === undefined) return undefined;
  const name = short.replace(/^\p{Ll}+ /u, "");
  const [before = "", after] = given.split(name);
  const isLonger =
    /\p{Lu}[\p{L}'’]* $/u.test(before.slice(-40)) ||
    /^(?:,| \(| in| -|\/)? ?\p{Lu}/u.test(after ?? "A");
  return isLonger ? undefined : short;
}

const WITH_DETAILS = /^(?=[^(（]*\d)([^(（]{1,40}?) ?[(（][^()（）]{3,60}[)）]\.?$/u;

/**
 * Returns the amount, duration or time without its details in brackets, if the given answer has no
 * number that is neither in the expected answer nor in the question.
 */
function shorterValue(question: string, expected: string, given: string): string | undefined {
  const short = WITH_DETAILS.exec(expected.trim())?.[1];
  if (short === undefined) return undefined;
  const known = new Set([...contentStems(question), ...contentStems(expected)]);
  return figures(readValues(given).rest).every((figure) => known.has(figure)) ? short : undefined;
}
