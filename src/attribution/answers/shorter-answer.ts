/** Finds a shorter form of an expected answer: "Graz" for "Graz (Austria)". */
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
  if (!asksPlace(question) && !asksPerson(question)) return undefined;
  const short = WITH_NOTE.exec(expected.trim())?.[1];
  if (short === undefined) return undefined;
  const name = short.replace(/^\p{Ll}+ /u, "");
  const [before = "", after] = given.split(name);
  const isLonger =
    /\p{Lu}[\p{L}'’]* $/u.test(before.slice(-40)) ||
    /^(?:,| \(| in| -|\/)? ?\p{Lu}/u.test(after ?? "A");
  return isLonger ? undefined : short;
}
