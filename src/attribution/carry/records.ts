/** Reads records: texts in which each value belongs to a key, such as "Saturday: Ann | Sunday: Bob". */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { writerOf } from "../../graph/history/execution-order.ts";
import type { Variable } from "../../graph/model.ts";
import { fieldsOf } from "../../protocol/json/json-fields.ts";
import type { Sentence } from "../../text/sentences.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";

/** Matches a key with its colon and the start of its value. */
const PAIR =
  /(?:^|[,;|{])\s*["']?\p{L}(?:[\p{L}\p{N}_ -]{0,28}[\p{L}\p{N}_])?["']?\s?:(?!\d\d\b)\s?[^\s|]/gu;
const PAIR_END = /[,;|{}](?!\d)/u;
/** Matches the end of a cell in a row of a table. */
const CELL_END = /\s\|(?:\s|$)/u;

/**
 * Divides a sentence that is a record into pairs of a key and its value. Divides a row of a table
 * into its cells. Returns an empty list for any other sentence.
 */
export function pairsIn(text: string): readonly string[] {
  const cells = text.split(CELL_END).filter((cell) => cell.trim() !== "");
  if (cells.length > 2) return cells;
  return (text.match(PAIR) ?? []).length > 1 ? text.split(PAIR_END) : [];
}

/**
 * Returns the fields of a JSON object as sentences such as "sunday: Bob". Returns undefined for any
 * other value.
 */
export function recordSentences(
  { value }: Variable,
  corpus: MessageCorpus,
): readonly Sentence[] | undefined {
  const fields = fieldsOf(value);
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return undefined;
  const entries = Object.entries(fields);
  // Lists and nested objects have no sentence of their own, so read the whole value as usual.
  if (entries.some(([, field]) => typeof field === "object" && field !== null)) return undefined;
  const told = entries.flatMap(([key, field]) =>
    typeof field === "string" || typeof field === "number" ? `${key}: ${field}` : [],
  );
  return told.length > 1 ? told.flatMap((line) => corpus.sentencesOf(line)) : undefined;
}

/** If a step wrote more units, they are about several things, so each unit is read alone. */
const MAX_TOGETHER = 16;

/**
 * A step can divide one statement among several memory units. Returns a function that returns the
 * units that the step wrote together with a unit, or only the given variable if it is no unit.
 */
export function unitsOfStep(
  graph: EvolutionGraph,
  isMemory: (variable: Variable) => boolean,
): (variable: Variable) => readonly Variable[] {
  const known = new Map<string, readonly Variable[]>();
  const writtenBy = (op: string) => {
    const units = known.get(op) ?? graph.endsOf(op).outputs.filter(isMemory);
    known.set(op, units);
    return units;
  };
  return (variable) => {
    const op = isMemory(variable) ? writerOf(graph, variable.id) : undefined;
    const units = op === undefined ? [] : writtenBy(op);
    return units.length <= MAX_TOGETHER && units.includes(variable) ? units : [variable];
  };
}
