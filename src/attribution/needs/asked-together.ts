/**
 * Finds lists of people in a question, such as "Nora, Emil and Ida". The question asks the same
 * about each of them.
 */

import { jointPieces } from "../../text/lists.ts";
import { withoutAccents } from "../../text/spelling/without-accents.ts";
import { allStems } from "../../text/words.ts";

/**
 * Returns the names of the people in a list, each as stems. Names outside a list are left out,
 * because the question asks something different about each: "What did Nora give Emil?"
 */
export function askedTogether(
  query: string,
  speakers: ReadonlySet<string>,
): readonly (readonly string[])[] {
  const pieces = jointPieces(query);
  const people = new Map<string, readonly string[]>();
  const add = (name: readonly string[]) => people.set(name.join(" "), name);
  for (const [index, { text, joint }] of pieces.entries()) {
    if (joint !== "and") continue;
    const last = nameAt("start", pieces[index + 1]?.text ?? "", speakers);
    const before = nameAt("end", text, speakers);
    if (last.length === 0 || before.length === 0) continue;
    add(before);
    add(last);
    for (let at = index; at > 0 && pieces[at - 1]?.joint === "comma"; at -= 1) {
      if (!isOnlyName(pieces[at]?.text ?? "", speakers)) break;
      const earlier = nameAt("end", pieces[at - 1]?.text ?? "", speakers);
      if (earlier.length === 0) break;
      add(earlier);
    }
  }
  return [...people.values()];
}

function isOnlyName(piece: string, speakers: ReadonlySet<string>): boolean {
  return allStems(piece).every((stem) => speakers.has(stem));
}

/**
 * Returns the stems of the speaker's name at the start or end of `piece`, a piece of the question.
 */
function nameAt(
  side: "start" | "end",
  piece: string,
  speakers: ReadonlySet<string>,
): readonly string[] {
  const stems = allStems(piece);
  const inwards = side === "start" ? stems : stems.toReversed();
  const others = inwards.findIndex((stem) => !speakers.has(stem));
  const name = others < 0 ? inwards : inwards.slice(0, others);
  if (name.length > 0) return side === "start" ? name : name.toReversed();
  const text = plain(piece);
  return [...speakers]
    .filter((each) => UNSPACED.test(each))
    .filter((each) => (side === "start" ? text.startsWith(each) : text.endsWith(each)))
    .slice(0, 1);
}

const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u;

function plain(text: string): string {
  return withoutAccents(text).trim().toLowerCase();
}
