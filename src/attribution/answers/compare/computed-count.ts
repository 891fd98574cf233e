/** Recognises a given answer that computes the expected figure. */
import { contentStems } from "../../../text/words.ts";

/**
 * Whether the expected answer is one figure, and the given answer computes it: "200 plus 150, so
 * 350". The expected figure must be the last one. In "350 minus 200 leaves 150", for example, the
 * result is 150 and not 350. As the first figure, it can only be a sum: "four: two boys, two girls".
 */
export function isResultOf(
  others: readonly string[],
  [wanted, ...further]: readonly string[],
  counts: readonly string[],
  text: string,
  asked: ReadonlySet<string>,
): boolean {
  const isLast = counts.at(-1) === wanted;
  const isFirst = counts[0] === wanted && isBrokenDown(text, asked);
  if (wanted === undefined || further.length > 0 || others.length < 2) return false;
  const [first = 0, ...rest] = others.map(Number);
  const sum = rest.reduce((total, each) => total + each, first);
  const isDifference = isLast && 2 * first - sum === Number(wanted);
  return isDifference || ((isFirst || isLast) && sum === Number(wanted));
}

/**
 * Whether the text gives a number and then, after a colon, dash or bracket, its parts. Only words of
 * the question may follow the number, and the parts may have none: "three cats and two dogs" are
 * parts of the pets, but also say how many cats there are.
 */
function isBrokenDown(text: string, asked: ReadonlySet<string>): boolean {
  const [head = "", ...parts] = text.split(/[:(–—]/);
  const stems = contentStems(head);
  const after = stems.slice(stems.findIndex((each) => /^\d/.test(each)) + 1);
  const isOneSentence = !/[.;]\s+\p{L}/u.test(parts.join(" "));
  const isAsked = contentStems(parts.join(" ")).some(
    (each) => asked.has(each) && !/^\d/.test(each),
  );
  return parts.length > 0 && isOneSentence && !isAsked && after.every((each) => asked.has(each));
}
