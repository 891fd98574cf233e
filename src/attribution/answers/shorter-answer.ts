/**
 * Finds a shorter form of an expected answer: "Graz" for "Graz (Austria)", "2 hours" for "2 hours
 * (9:00 to 11:00)".
 */
import { durations } from "../../text/durations.ts";
import { asksPerson, asksPlace } from "../../text/languages/asking-words.ts";

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
  if (!asksPlace(question) && !asksPerson(question)) return shorterDuration(expected);
  const short = WITH_NOTE.exec(expected.trim())?.[1];
  if (short === undefined) return undefined;
  const name = short.replace(/^\p{Ll}+ /u, "");
  const [before = "", after] = given.split(name);
  const isLonger =
    /\p{Lu}[\p{L}'’]* $/u.test(before.slice(-40)) ||
    /^(?:,| \(| in| -|\/)? ?\p{Lu}/u.test(after ?? "A");
  return isLonger ? undefined : short;
}

const WITH_RANGE =
  /^(?=[^(（]*\d)([^(（]{1,40}?) ?[(（](?:[\d:.\s–—~-]|from|to|until|von|bis|de|à|a|al|da|alle|van|tot|から|到|부터)+[)）]\.?$/u;

/** Returns the duration without its range in brackets. */
function shorterDuration(expected: string): string | undefined {
  const short = WITH_RANGE.exec(expected.trim())?.[1];
  return short !== undefined && durations(short).length > 0 ? short : undefined;
}
