/**
 * What a memory unit shows. A unit may keep raw data that retrieval never exposes; a detail that
 * survives only there is lost to the answer. Which fields are shown is learned from the graph:
 * those whose text arrives where units were read into a context.
 */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Variable } from "../graph/model.ts";
import { shapesOf } from "./shapes.ts";
import { readable } from "./text/words.ts";

/** Units that are compared with the contexts that they went into. */
const MAX_SAMPLES = 60;

/** The part of the unit's text that a reader of the memory gets to see. */
export type Shown = (unit: Variable) => string;

export function learnShown(
  graph: EvolutionGraph,
  isMemory: (variable: Variable) => boolean,
  answerOp: string | undefined,
): Shown {
  const shapes = shapesOf(graph);
  const answering = answerOp === undefined ? undefined : shapes.ofOperation(answerOp);
  const tally = new Map<string, { seen: number; shown: number }>();
  let samples = 0;
  for (const operation of graph.operations.values()) {
    if (samples >= MAX_SAMPLES || shapes.ofOperation(operation.id) !== answering) continue;
    for (const link of graph.linksOf(operation.id)) {
      const unit = graph.variables.get(link.from);
      const context = graph.variables.get(link.to);
      if (!unit || !context || !isMemory(unit) || isMemory(context)) continue;
      const fields = leaves(unit.value);
      if (fields === undefined || context.value.length < unit.value.length / 8) continue;
      samples += 1;
      count(fields, flat(context.value), tally);
    }
  }
  const most = [...tally.values()].reduce((a, t) => Math.max(a, t.shown / Math.max(1, t.seen)), 0);
  const shown = new Set(
    [...tally].filter(([, t]) => t.seen > 0 && t.shown * 2 >= t.seen * most).map(([path]) => path),
  );
  if (shown.size === 0) return (unit) => unit.value;
  return (unit) => {
    const fields = leaves(unit.value);
    if (fields === undefined) return unit.value;
    return fields
      .filter((f) => shown.has(f.path) || !tally.has(f.path))
      .map((f) => f.text)
      .join("\n");
  };
}

/** A text that another field of the unit repeats says nothing about whether its own field is shown. */
function count(
  fields: readonly Field[],
  context: string,
  tally: Map<string, { seen: number; shown: number }>,
): void {
  const texts = fields.map((field) => ({ path: field.path, text: flat(field.text) }));
  const given = pairsOf(context);
  for (const { path, text } of texts) {
    const entry = tally.get(path) ?? { seen: 0, shown: 0 };
    tally.set(path, entry);
    const repeated = texts.some(
      (other) =>
        other.path !== path && other.text.length > text.length && other.text.includes(text),
    );
    if (text === "" || repeated) continue;
    entry.seen += 1;
    entry.shown += shareOf(text, context, given);
  }
}

/** Fields with fewer pairs of words are looked for as they are. */
const MIN_PAIRS = 4;

/** How much of the text stands in the context, by its pairs of neighbouring words. */
function shareOf(text: string, context: string, given: ReadonlySet<string>): number {
  const pairs = pairsOf(text.slice(0, 400));
  if (pairs.size < MIN_PAIRS) return context.includes(text) ? 1 : 0;
  return [...pairs].filter((pair) => given.has(pair)).length / pairs.size;
}

function pairsOf(text: string): Set<string> {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`));
}

interface Field {
  readonly path: string;
  readonly text: string;
}

/** The texts inside a recorded JSON object, with the path of each; undefined for other values. */
function leaves(value: string): Field[] | undefined {
  const trimmed = value.trimStart();
  if (!trimmed.startsWith("{")) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(trimmed);
  } catch {
    return undefined;
  }
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
