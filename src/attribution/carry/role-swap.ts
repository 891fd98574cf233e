/** Finds sentences that swap two words of a statement: "Ann beats Sue" for "Sue beats Ann". */

import { leftIn } from "../../text/denial/contrast-words.ts";
import type { Sentence } from "../../text/sentences.ts";
import { isFunctionWord } from "../../text/words.ts";
import type { Need } from "../needs/need.ts";

/**
 * Whether the sentence has the same words as the statement, but in another order, and a word of the
 * detail is at another place.
 */
export function isExchanged({ core, order, statement }: Need, { stems, text }: Sentence): boolean {
  return order.some((words) => {
    if (words.length < stems.length) return false;
    const own = words.filter((word) => !isFunctionWord(word));
    if (own.length !== stems.length) return false;
    const moved = own.flatMap((word, index) => (word === stems[index] ? [] : [index]));
    return (
      moved.length > 0 &&
      moved.length <= own.length / 2 &&
      moved.some((index) => core.some(({ stem }) => stem === own[index])) &&
      own.toSorted().join(" ") === stems.toSorted().join(" ") &&
      // "Moves from Monday to Tuesday" and "moves to Tuesday, was on Monday" have different orders.
      leftIn(statement).length === leftIn(text).length
    );
  });
}
