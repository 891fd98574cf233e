/**
 * Finds shorter forms of an expected answer that name the same person or place: "Bergen" for
 * "Bergen, Norway", and "Peg" for "Margaret (Peg)".
 */
import { asksPerson, asksPlace } from "../../text/languages/asking-words.ts";

const WITH_REGION = /^([^,(（]{2,60}?)(?:, ?| ?[(（])[^,()（）]{2,60}[)）]?\.?$/u;
const WITH_OTHER_NAME = /^([^,(（]{2,60}?) ?[(（]([^()（）]{2,60})[)）]\.?$/u;
/** Matches a province before a Chinese, Japanese or Korean city. */
const PROVINCE = /^[\p{Script=Han}\p{Script=Hangul}]{2,5}[省県도] ?(?=\S{2})/u;
/** Matches a department before the name of an East Asian person, and a title after it. */
const DEPARTMENT_OR_TITLE =
  /^\S{1,8}[部課室科组社][の的]|(?:经理|主任|老师|先生|女士|さん|様|씨|님)$/gu;

/** Returns the shorter forms that the given answer may use. */
export function shorterAnswers(question: string, expected: string, given: string): string[] {
  const text = expected.trim();
  if (asksPlace(question)) {
    const place = WITH_REGION.exec(text)?.[1] ?? text.replace(PROVINCE, "").replace(/市$/u, "");
    // "Paris, France" is not "Paris, Texas".
    const at = given.indexOf(place);
    const isAnother = /^(?:,| \() ?\p{Lu}/u.test(given.slice(at + place.length));
    return place === text || at < 0 || isAnother ? [] : [place];
  }
  if (!asksPerson(question)) return [];
  const [, name, other] = WITH_OTHER_NAME.exec(text) ?? [];
  const bare = text.replace(DEPARTMENT_OR_TITLE, "");
  return [name, other, bare].filter(
    (each) => each !== undefined && each !== text && each !== "",
  ) as string[];
}
