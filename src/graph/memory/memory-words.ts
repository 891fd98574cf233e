/** The words by which a recording names memory units and what removes them. */

export const UNIT_NOUNS = new Set(["memory", "memories", "fact", "facts"]);
const UNIT_WORDS = new Set([
  ...UNIT_NOUNS,
  ...["long", "term", "longterm", "entry", "entries", "unit", "units", "item", "items"],
  ...["store", "record", "records", "note", "notes", "bank"],
]);

/** How words of removal begin, as alternatives of a pattern. */
export const REMOVAL_STEMS = "delet|remov|forget|evict|expir|prun";

const REMOVAL = new RegExp(`^(?:${REMOVAL_STEMS})`);
const OTHER_STEP = new RegExp(
  "^(?:retriev|search|recall|rerank|lookup|quer|read|fetch|extract|summar|distil|updat|merg" +
    "|consolidat|rewrit|overwrit|writ|stor|insert|add$|embed|index|answer|respon|generat|judg|evaluat|scor)",
);

/** What kind of step the label's first word of that sort names: `search_removed` is a search. */
export function stepNamed(label: string | undefined): "removal" | "other" | undefined {
  for (const word of wordsOf(label ?? "")) {
    if (REMOVAL.test(word)) return "removal";
    if (OTHER_STEP.test(word)) return "other";
  }
  return undefined;
}

/** Every word of the label belongs to the name of a unit: `memory_entry`, not `memory_context`. */
export function namesUnit(label: string): boolean {
  const words = wordsOf(label);
  return words.some((word) => UNIT_NOUNS.has(word)) && words.every((word) => UNIT_WORDS.has(word));
}

function wordsOf(label: string): readonly string[] {
  const apart = label.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return apart.match(/[a-z]+/g) ?? [];
}
