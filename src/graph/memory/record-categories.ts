/**
 * Interprets labels: the class and category of a variable, and the category of an operation. No
 * other file interprets labels.
 */
import { saysRemovalInOtherLanguage } from "../../text/languages/labels/removal-labels.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Link, Operation, Variable } from "../model.ts";
import { defined } from "../omit-undefined.ts";

export type VariableKind =
  | "message"
  | "query"
  | "memory"
  | "prompt"
  | "expected"
  | "answer"
  | "judgement"
  /** A value that replaces a removed unit. */
  | "tombstone"
  /** A value that the SDK writes for a missing output. */
  | "marker"
  | "context"
  | "other";

export type StepKind = "extraction" | "update" | "deletion" | "retrieval" | "answer" | "judge";

type Labelled = Pick<Variable, "className" | "category">;

/**
 * If both labels name a kind, the class decides. There is one exception: a category that names a
 * tombstone always decides, because a tombstone can have the class of a unit.
 */
export function kindOf({ className, category }: Labelled): VariableKind | undefined {
  const [ofClass, ofCategory] = [kindOfLabel(className), kindOfLabel(category)];
  return ofCategory === "tombstone" ? ofCategory : (ofClass ?? ofCategory);
}

/** Returns a function that finds kinds by row. Fast for very many variables. */
export function kindsByRow(graph: EvolutionGraph): (row: number) => VariableKind | undefined {
  return graph.derived(kindsOfRows);
}

function kindsOfRows({ rows }: EvolutionGraph): (row: number) => VariableKind | undefined {
  const { variables, labels } = rows.table;
  // A graph has few labels, so each pair of labels is interpreted only once.
  const kinds = new Map<number, VariableKind | undefined>();
  return (row) => {
    const [ofClass, ofCategory] = [variables.className.at(row), variables.category.at(row)];
    const key = (ofClass + 1) * MAX_LABELS + ofCategory + 1;
    const known = kinds.get(key);
    if (known !== undefined || kinds.has(key)) return known;
    const className = labels.at(ofClass);
    const kind = kindOf(defined({ className, category: labels.at(ofCategory) }));
    kinds.set(key, kind);
    return kind;
  };
}

/**
 * A number that is greater than the number of labels in any graph. With it, the indexes of two
 * labels are combined into one number.
 */
const MAX_LABELS = 2 ** 26;

/** Maximum number of cached labels. Graphs use few labels, each many times. */
const MAX_KNOWN_LABELS = 10_000;
const knownLabels = new Map<string, VariableKind | undefined>();

function kindOfLabel(label: string | undefined): VariableKind | undefined {
  if (label === undefined) return undefined;
  if (knownLabels.has(label)) return knownLabels.get(label);
  if (knownLabels.size >= MAX_KNOWN_LABELS) knownLabels.clear();
  const kind = kindOfWords(wordsOf(label));
  knownLabels.set(label, kind);
  return kind;
}

function kindOfWords(words: readonly string[]): VariableKind | undefined {
  if (nameTombstone(words)) return "tombstone";
  const has = (...wanted: string[]) => wanted.some((word) => words.includes(word));
  if (has("judge", "judgement", "judgment", "verdict") && !has("prompt")) return "judgement";
  if (has("golden", "gold", "expected", "reference")) return "expected";
  if (has("prompt", "template", "instruction", "instructions")) return "prompt";
  if (has("prediction", "answer")) return "answer";
  if (has("context")) return "context";
  if (has("query", "question") && !has("refined", "queries")) return "query";
  if (has("marker")) return "marker";
  if (has("buffer", "temporary", "similar", "existing", "retrieval", "retrieved", "results"))
    return "other";
  if (has("message", "messages", "turn", "utterance") && !has("history", "new")) return "message";
  if (nameUnit(words)) return "memory";
  return areAboutRemoval(words) ? "other" : undefined;
}

export const UNIT_NOUNS: ReadonlySet<string> = new Set(["memory", "memories", "fact", "facts"]);
const UNIT_WORDS = new Set([
  ...UNIT_NOUNS,
  ...["long", "term", "longterm", "entry", "entries", "unit", "units", "item", "items"],
  ...["store", "record", "records", "note", "notes", "bank"],
  ...["block", "blocks", "passage", "passages"],
  ...["core", "archival", "episodic", "semantic", "procedural", "entity"],
  ...["user", "agent", "project", "shared", "personal"],
]);

/** Returns true for `memory_entry` and "long-term memory", but not for `memory_update_decision`. */
function nameUnit(words: readonly string[]): boolean {
  return words.some((word) => UNIT_NOUNS.has(word)) && words.every((word) => UNIT_WORDS.has(word));
}

const REMOVAL =
  /^(?:delet|remov|forg[eo]t|evict|expir|prun|eras|purg|discard|wip(?:e|ing)|invalidat|retract|revok|unset$|clear(?:s|ed|ing)?$)/;
const OTHER_STEP = new RegExp(
  "^(?:retriev|search|recall|rerank|lookup|quer|read|fetch|extract|summar|distil|updat|merg" +
    "|consolidat|rewrit|overwrit|writ|stor|insert|add$|embed|index|answer|respon|generat|judg|evaluat|scor)",
);
const REMOVED = /(?:ed|tion|al|gotten|forgot|delete)$/;
/**
 * A label with one of these words is about removing, for example `prune_candidates`. But it does
 * not name a tombstone.
 */
const ABOUT_REMOVAL = new Set([
  ...[
    "candidate",
    "candidates",
    "request",
    "requests",
    "decision",
    "decisions",
    "proposal",
    "plan",
  ],
  ...["reason", "policy", "prompt", "query", "log", "at", "by", "date", "time", "count"],
]);

function areAboutRemoval(words: readonly string[]): boolean {
  return words.some((word) => REMOVAL.test(word)) && words.some((word) => ABOUT_REMOVAL.has(word));
}

/**
 * Returns true for `deleted`, `delete_marker` and `memory_tombstone`, but not for
 * `prune_candidates`.
 */
function nameTombstone(words: readonly string[]): boolean {
  if (words.some((word) => ABOUT_REMOVAL.has(word))) return false;
  if (words.some((word) => /^tombstone/.test(word))) return true;
  const isMarker = words.includes("marker");
  return words.some((word) => REMOVAL.test(word) && (isMarker || REMOVED.test(word)));
}

/**
 * Whether the label names an operation that removes something. The first word of the label that
 * names a kind of operation decides. For example, `search_removed` is a search. If no word names a
 * kind of operation, returns undefined.
 */
export function saysItRemoves(label: string | undefined): boolean | undefined {
  if (label === undefined) return undefined;
  if (knownRemovals.has(label)) return knownRemovals.get(label);
  if (knownRemovals.size >= MAX_KNOWN_LABELS) knownRemovals.clear();
  const said = wordsSayItRemoves(label);
  knownRemovals.set(label, said);
  return said;
}

/**
 * Whether the labels say that the operation removes something. The categories of the link and of
 * the operation decide. The operation's name counts only if no category names a kind of operation.
 */
export function stepRemoves(
  graph: EvolutionGraph,
  { op, category }: Pick<Link, "op" | "category">,
): boolean | undefined {
  const operation = graph.operations.get(op);
  const said = [saysItRemoves(category), saysItRemoves(operation?.category)];
  if (said.includes(true)) return true;
  return said.includes(false) ? false : saysItRemoves(operation?.name);
}

const knownRemovals = new Map<string, boolean | undefined>();

function wordsSayItRemoves(label: string): boolean | undefined {
  for (const word of wordsOf(label)) {
    if (REMOVAL.test(word)) return true;
    if (OTHER_STEP.test(word)) return false;
  }
  return saysRemovalInOtherLanguage(label) ? true : undefined;
}

/** Returns undefined if the category names no kind of operation. */
export function stepKindOf(record: Pick<Operation, "category"> | undefined): StepKind | undefined {
  const category = record?.category;
  if (category === undefined) return undefined;
  const words = wordsOf(category);
  const has = (beginning: RegExp) => words.some((word) => beginning.test(word));
  if (has(/^(?:judg|scor|verdict)/)) return "judge";
  if (saysItRemoves(category) === true) return "deletion";
  if (has(/^(?:extract|summar|distil)/)) return "extraction";
  if (
    has(
      /^(?:updat|merg|consolidat|overwrit|writ|stor(?:e|ing)|insert|add$|add(?:ing|ed)|embed|index)/,
    )
  )
    return "update";
  if (has(/^(?:retriev|search|recall|rerank|lookup)/)) return "retrieval";
  if (words.includes("llm") && words.includes("response")) return undefined;
  return has(/^(?:answer|respon|generat|evaluat)/) ? "answer" : undefined;
}

/** Whether the category says that the operation replaces the text of an existing unit. */
export function saysItReplaces({ category }: Pick<Operation, "category">): boolean {
  const words = wordsOf(category ?? "");
  return words.some((word) => REPLACING.test(word) || CONSOLIDATING.test(word));
}

const REPLACING = /^(?:updat|merg|overwrit|replac|rewrit|revis)/;
const CONSOLIDATING = /^consolidat/;

/**
 * Whether the category says only that the operation consolidates. Such an operation can join units,
 * but it can also make new units from messages.
 */
export function saysItConsolidates({ category }: Pick<Operation, "category">): boolean {
  const words = wordsOf(category ?? "");
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
  return has(CONSOLIDATING) && !has(REPLACING);
}

export function saysItAdds(name: string): boolean {
  return wordsOf(name).some((word) =>
    /^(?:add|append|insert|store|save|create|ingest|index|embed)/.test(word),
  );
}

/** Splits a label in snake_case, camelCase, PascalCase or prose. */
export function wordsOf(label: string): readonly string[] {
  const apart = label
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2");
  return apart.toLowerCase().match(/[a-z]+/g) ?? [];
}
