/**
 * Learns which fields of a memory unit the answering operation sees. A field is visible if its text
 * occurs in contexts that were made from the unit. If a detail is only in the other fields, the
 * answer cannot use it, so it is lost.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { costOf, type InTurns } from "../../graph/in-turns.ts";
import { shapesOf } from "../../graph/memory/structural-signatures.ts";
import type { Variable } from "../../graph/model.ts";
import { fieldsOf } from "../../protocol/json/json-fields.ts";
import { readable } from "../../text/words.ts";
import { COMPARED_PAIRS } from "../thresholds.ts";

/** Maximum number of memory units that are compared with their contexts. */
const MAX_SAMPLES = 60;

/**
 * Returns the text of a memory unit that the answering operation can see. For a JSON object, this
 * is the text of its visible fields; a field that only repeats the unit's name is left out.
 */
export type Shown = (unit: Variable) => string;

export function* learnShown(
  graph: EvolutionGraph,
  isMemory: (variable: Variable) => boolean,
  answerOp: string | undefined,
): InTurns<Shown> {
  const shapes = shapesOf(graph);
  const answering = answerOp === undefined ? undefined : shapes.ofOperation(answerOp);
  const tally = new Map<string, Tally>();
  const contexts = new Map<string, Given>();
  let samples = 0;
  for (const operation of graph.operations.values()) {
    yield costOf(1 + graph.linksOf(operation.id).length);
    if (samples >= MAX_SAMPLES || shapes.ofOperation(operation.id) !== answering) continue;
    // Leave out the answer: it has only the fields that the question asks for, so it does not show
    // which fields the answering operation can see.
    const contextIds = new Set(graph.endsOf(operation.id).intermediates.map(({ id }) => id));
    for (const link of graph.linksOf(operation.id)) {
      const unit = graph.variables.get(link.from);
      const context = graph.variables.get(link.to);
      if (!unit || !context || !isMemory(unit) || isMemory(context)) continue;
      if (!contextIds.has(context.id)) continue;
      const fields = leaves(unit.value);
      if (fields === undefined || context.value.length < unit.value.length / 8) continue;
      samples += 1;
      const given = contexts.get(context.id) ?? readGiven(context.value);
      contexts.set(context.id, given);
      count(fields, given, tally);
    }
  }
  const shown = new Set([...mostShown(tally, true), ...mostShown(tally, false)]);
  const isShown = (path: string) => shown.size === 0 || shown.has(path) || !tally.has(path);
  return (unit) => {
    const fields = leaves(unit.value);
    if (fields === undefined) return unit.value;
    return fields
      .filter(({ path, text }) => isShown(path) && text !== unit.name)
      .map(({ text }) => text)
      .join("\n");
  };
}

interface Given {
  readonly text: string;
  readonly pairs: ReadonlySet<string>;
}

function readGiven(context: string): Given {
  const text = flat(context);
  return { text, pairs: pairsOf(text) };
}

interface Tally {
  /** How often this field was compared with a context. */
  seen: number;
  shown: number;
  prose: boolean;
}

/**
 * Finds the field that the contexts show most often, and returns all fields that they show at least
 * half as often. A context often paraphrases prose, but copies other values, such as dates. So only
 * fields of one kind are compared.
 * @param prose true to compare the fields with prose, false to compare all other fields
 */
function mostShown(tally: ReadonlyMap<string, Tally>, prose: boolean): string[] {
  const alike = [...tally].filter(([, t]) => t.prose === prose && t.seen > 0);
  const most = alike.reduce((a, [, t]) => Math.max(a, t.shown / t.seen), 0);
  return alike.filter(([, t]) => t.shown * 2 >= t.seen * most && most > 0).map(([path]) => path);
}

/**
 * Adds to the tally how much of each field's text is in the context. Two fields can contain the
 * same words. If such words are in the context, they can come from either field. So they count only
 * for the longer field.
 */
function count(fields: readonly Field[], given: Given, tally: Map<string, Tally>): void {
  const texts = fields.map(({ path, text: written }) => {
    const text = flat(written).slice(0, MAX_COMPARED_CHARS);
    return { path, text, pairs: pairsOf(text) };
  });
  for (const { path, text, pairs } of texts) {
    const entry = tally.get(path) ?? { seen: 0, shown: 0, prose: false };
    tally.set(path, entry);
    const longer = texts.filter((other) => other.path !== path && other.text.length > text.length);
    if (text === "" || longer.some((other) => other.text.includes(text))) continue;
    const own = [...pairs].filter((pair) => !longer.some((other) => other.pairs.has(pair)));
    if (pairs.size >= COMPARED_PAIRS && own.length < COMPARED_PAIRS) continue;
    const found = own.filter((pair) => given.pairs.has(pair)).length;
    entry.seen += 1;
    entry.prose ||= isProse(text);
    entry.shown +=
      pairs.size >= COMPARED_PAIRS ? found / own.length : given.text.includes(text) ? 1 : 0;
  }
}

/**
 * Whether the text has more than `COMPARED_PAIRS` words that consist of letters. Ids, dates and
 * numbers have fewer such words.
 */
function isProse(text: string): boolean {
  return (text.match(/(?<![\p{L}\p{N}])\p{L}{2,}(?![\p{L}\p{N}])/gu) ?? []).length > COMPARED_PAIRS;
}

const MAX_COMPARED_CHARS = 4000;

function pairsOf(text: string): Set<string> {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`));
}

interface Field {
  readonly path: string;
  readonly text: string;
}

/** Returns the texts in a recorded JSON object with their paths; undefined for any other value. */
function leaves(value: string): Field[] | undefined {
  const parsed = fieldsOf(value);
  if (parsed === undefined) return undefined;
  const found: Field[] = [];
  const walk = (node: unknown, path: string, depth: number): void => {
    if (typeof node === "string") found.push({ path, text: node });
    else if (typeof node === "number") found.push({ path, text: String(node) });
    else if (depth < 8 && Array.isArray(node))
      for (const item of node) walk(item, `${path}[]`, depth + 1);
    else if (depth < 8 && typeof node === "object" && node !== null) {
      for (const [key, item] of Object.entries(node)) walk(item, `${path}.${key}`, depth + 1);
    }
  };
  walk(parsed, "", 0);
  return found;
}

function flat(text: string): string {
  return readable(text).toLowerCase().replace(/\s+/g, " ").trim();
}
