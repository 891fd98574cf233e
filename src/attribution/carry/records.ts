/** Reads records: texts in which each value belongs to a key, such as "Saturday: Ann | Sunday: Bob". */
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
  // A list or a nested object cannot become one sentence. So return undefined, and the caller reads
  // the whole value.
  if (entries.some(([, field]) => typeof field === "object" && field !== null)) return undefined;
  const told = entries.flatMap(([key, field]) =>
    typeof field === "string" || typeof field === "number" ? `${key}: ${field}` : [],
  );
  return told.length > 1 ? told.flatMap((line) => corpus.sentencesOf(line)) : undefined;
}
