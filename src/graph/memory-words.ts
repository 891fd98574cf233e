/** The words by which a recording names memory units and what removes them. */

export const UNIT_NOUNS = new Set(["memory", "memories", "fact", "facts"]);
const UNIT_WORDS = new Set([
  ...UNIT_NOUNS,
  ...["long", "term", "longterm", "entry", "entries", "unit", "units", "item", "items"],
  ...["store", "record", "records", "note", "notes", "bank"],
]);

/** How words of removal begin, as alternatives of a pattern. */
export const REMOVAL_STEMS = "delet|remov|forget|evict|expir|prun";

/** Every word of the label belongs to the name of a unit: `memory_entry`, not `memory_context`. */
export function namesUnit(label: string): boolean {
  const words = label
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[a-z]+/g);
  if (words === null) return false;
  return words.some((word) => UNIT_NOUNS.has(word)) && words.every((word) => UNIT_WORDS.has(word));
}
