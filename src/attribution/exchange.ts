/** Whether a text says the same words of each other: "Ann beats Sue" for "Sue beats Ann". */
import type { Need } from "./needs.ts";
import type { Sentence } from "./text/sentences.ts";
import { isFunctionWord } from "./text/words.ts";

/** Whether the statement stands there only with a word of the detail in another's place. */
export function isExchanged(wording: Need, written: readonly Sentence[]): boolean {
  if (wording.core.length === 0) return false;
  const core = new Set(wording.core.map(({ stem }) => stem));
  return wording.order.some((words) => {
    const order = words.filter((word) => !isFunctionWord(word));
    if (!order.some((word) => core.has(word))) return false;
    const key = order.toSorted().join(" ");
    const alike = written.filter(
      ({ stems }) => stems.length === order.length && stems.toSorted().join(" ") === key,
    );
    return alike.length > 0 && alike.every(({ stems }) => tradesPlaces(order, stems, core));
  });
}

/** Whether all stands where it stood, but for a word of the detail and others that changed places. */
function tradesPlaces(
  order: readonly string[],
  stems: readonly string[],
  core: ReadonlySet<string>,
): boolean {
  const moved = order.flatMap((word, index) => (word === stems[index] ? [] : [index]));
  return (
    moved.length > 0 &&
    moved.length <= order.length / 2 &&
    moved.some((index) => core.has(order[index] ?? ""))
  );
}
