/** Compares answers to a question that offers a choice: "Does Ann drink tea or coffee?" */
import { languageOf } from "../languages/language-of.ts";
import { contentStems } from "../words.ts";

const OR: Readonly<Record<string, string>> = {
  de: "oder",
  es: "o|u",
  fr: "ou",
  it: "o|oppure",
  nl: "of",
  pt: "ou",
};
const UNSPACED_OR = /还是|還是|それとも|아니면/u;
const CLAUSE_END = /[,.;:?!，。？！、]/u;

/** Of each side of the choice, at most this number of content words is compared. */
const MAX_WORDS = 3;

/**
 * Whether the expected answer names only one side of the choice, and the given answer only the other
 * side.
 */
export function choosesOther(question: string, expected: string, given: string): boolean {
  const or = OR[languageOf(question) ?? ""] ?? "or";
  const spaced = new RegExp(`(?<!\\p{L})(?:${or})(?!\\p{L})`, "iu");
  const [before = "", after] = question.split(UNSPACED_OR.test(question) ? UNSPACED_OR : spaced);
  if (after === undefined) return false;
  const right = contentStems(after.split(CLAUSE_END)[0] ?? "").slice(0, MAX_WORDS);
  const left = contentStems(before.split(CLAUSE_END).at(-1) ?? "").slice(-right.length);
  const sides = [
    left.filter((stem) => !right.includes(stem)),
    right.filter((stem) => !left.includes(stem)),
  ];
  const [wanted, said] = [expected, given].map((text) => {
    const stems = contentStems(text);
    return sides.map((side) => side.some((stem) => stems.includes(stem)));
  });
  if (wanted === undefined || said === undefined || wanted[0] === wanted[1]) return false;
  return said[0] !== said[1] && said[0] !== wanted[0];
}
