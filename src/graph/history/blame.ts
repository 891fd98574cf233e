/**
 * Divides a text into spans. For each span, finds the version, the operation and the message that
 * introduced it.
 */

import type { GraphRows } from "../build/graph-rows.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import { memoryUnits } from "../memory/memory-units.ts";
import { deriveRoles, roleOfRow } from "../memory/variable-role.ts";
import { defined } from "../omit-undefined.ts";
import { MessageIndex } from "./closest-message.ts";
import { writerRows } from "./execution-order.ts";
import { originsOf, type TextStep } from "./text-origins.ts";
import { versionRows } from "./version-chain.ts";

export interface BlameSpan {
  /** Positions in UTF-16 code units. Each span begins at the end of the previous span. */
  readonly start: number;
  readonly end: number;
  /** Id of the version that introduced the span. */
  readonly variable: string;
  /** Id of the operation that wrote this version; absent if none did. */
  readonly operation?: string;
  /**
   * The id of the message that probably brought the text of the span. Of all messages that led to
   * the version, this message has the most words in common with the span. If several messages have
   * the same number of words in common, the one with the fewest links to the version is chosen.
   */
  readonly message?: string;
}

/**
 * Returns at most `most` spans, beginning with the span at position `from`. Returns an empty list
 * for an unknown variable or an empty text, and undefined if no span begins at `from`. Each `yield`
 * gives the cost since the last pause, in characters, and lets other requests run.
 */
export function* blame(
  graph: EvolutionGraph,
  id: string,
  from = 0,
  most = Number.POSITIVE_INFINITY,
): Generator<number, BlameSpan[] | undefined> {
  const row = graph.rows.findVariable(id);
  if (row < 0) return [];
  yield* deriveRoles(graph);
  const blamed = new BlamedText(graph, yield* piecesOf(graph, row));
  return yield* blamed.spans(from, most);
}

interface Piece {
  readonly start: number;
  readonly text: string;
  readonly version: number;
}

function* piecesOf(graph: EvolutionGraph, row: number): Generator<number, Piece[]> {
  const { rows } = graph;
  const chain = versionRows(rows, row);
  yield chain.length;
  const text = yield* originsOf(stepsOf(rows, chain));
  const value = rows.values.read(row);
  const pieces: Piece[] = [];
  let [start, end, last] = [0, 0, -1];
  const close = () => {
    const version = chain[last] ?? row;
    if (end > start) pieces.push({ start, text: value.slice(start, end), version });
    start = end;
  };
  for (const run of text.runs()) {
    if (run.by !== last) close();
    last = run.by;
    end += run.text.length;
  }
  close();
  return pieces;
}

function* stepsOf({ values }: GraphRows, chain: readonly number[]): Generator<TextStep> {
  for (const [place, row] of chain.entries()) {
    const splice = values.spliceOf(row);
    const isOfBefore = splice && place > 0 && values.variableOf(splice) === chain[place - 1];
    yield isOfBefore ? splice : values.read(row);
  }
}

class BlamedText {
  readonly #graph: EvolutionGraph;
  readonly #pieces: readonly Piece[];
  readonly #bringers = new Map<number, Bringer>();

  constructor(graph: EvolutionGraph, pieces: readonly Piece[]) {
    this.#graph = graph;
    this.#pieces = pieces;
  }

  *spans(from: number, most: number): Generator<number, BlameSpan[] | undefined> {
    const spans: BlameSpan[] = [];
    if (!(from >= 0)) return undefined;
    for (const piece of this.#pieces) {
      if (piece.start + piece.text.length <= from) continue;
      const found = yield* this.#spansOf(piece, from, most - spans.length);
      if (found === undefined) return undefined;
      for (const span of found) spans.push(span);
      if (spans.length >= most) return spans;
    }
    const isWithin = spans.length > 0 || (from === 0 && this.#pieces.length === 0);
    return isWithin ? spans : undefined;
  }

  /**
   * Returns at most `most` spans of the piece that start at `from` or later. Returns undefined if
   * `from` is inside the piece, but not at the start of a span.
   */
  *#spansOf(piece: Piece, from: number, most: number): Generator<number, BlameSpan[] | undefined> {
    const { operation, messages } = yield* this.#bringerOf(piece.version);
    const variable = this.#graph.rows.variableId(piece.version);
    const spans: BlameSpan[] = [];
    let before: string | undefined;
    for (const { start, text } of sentencesOf(piece)) {
      const end = start + text.length;
      if (end < from) continue;
      if (start < from && end > from) return undefined;
      const message = messages.closest(text);
      yield text.length * MATCHED + messages.size * Math.ceil(text.length / WORD_CHARS);
      if (start < from) {
        before = message;
        continue;
      }
      const last = spans.at(-1);
      if (last === undefined && start > piece.start && start === from && message === before) {
        return undefined;
      }
      if (last !== undefined && last.message === message) {
        spans[spans.length - 1] = { ...last, end };
        continue;
      }
      if (spans.length === most) return spans;
      spans.push(defined({ start, end, variable, operation, message }));
    }
    return spans;
  }

  *#bringerOf(version: number): Generator<number, Bringer> {
    const known = this.#bringers.get(version);
    const bringer = known ?? (yield* findBringer(this.#graph, version));
    this.#bringers.set(version, bringer);
    return bringer;
  }
}

/**
 * The unit of cost is the time to read one character. Comparing one character of a span with the
 * messages costs as much as reading this many characters.
 */
const MATCHED = 20;
/** Following one link costs as much as reading this many characters. */
const FOLLOWED = 50;
const WORD_CHARS = 8;

interface Bringer {
  readonly operation?: string;
  readonly messages: MessageIndex;
}

/**
 * Finds the operation that wrote the version, and the messages that led to it. The search follows
 * links backward and stops at units, because a message that led to another unit did not introduce
 * this text. If no message is found, a second search also goes through earlier versions of this
 * unit.
 */
function* findBringer(graph: EvolutionGraph, version: number): Generator<number, Bringer> {
  const { rows } = graph;
  const { fullName } = rows.table.variables;
  const { isUnitRow } = memoryUnits(graph);
  const operation = writerRows(graph)[version] as number;
  if (operation < 0) return { messages: new MessageIndex() };
  const direct = yield* messagesBehind(graph, version, isUnitRow);
  const isOther = (row: number) => fullName.at(row) !== fullName.at(version) && isUnitRow(row);
  const found = direct.length > 0 ? direct : yield* messagesBehind(graph, version, isOther);
  const reading = MessageIndex.of(found.map((row) => graph.variableAt(row)));
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return { operation: rows.operationId(operation), messages: step.value };
    yield step.value * MATCHED;
  }
}

/**
 * Returns the messages that led to the version. Messages with fewer links between them and the
 * version come first. If several operations wrote the version, the search follows only the links of
 * the operation that wrote it first.
 *
 * @param endsAt true for variables at which the search stops
 */
function* messagesBehind(
  graph: EvolutionGraph,
  version: number,
  endsAt: (row: number) => boolean,
): Generator<number, number[]> {
  const { rows } = graph;
  const { links } = rows.table;
  const operation = writerRows(graph)[version];
  const messages: number[] = [];
  const seen = new Set([version]);
  for (const row of seen) {
    const entering = rows.linksTo.of(row);
    yield (entering.length + 1) * FOLLOWED;
    for (const link of entering) {
      const source = links.from.at(link);
      if (seen.has(source) || (row === version && links.op.at(link) !== operation)) continue;
      if (endsAt(source)) continue;
      seen.add(source);
      if (roleOfRow(graph, source) === "message") messages.push(source);
    }
  }
  return messages;
}

function* sentencesOf(piece: Piece): Generator<{ start: number; text: string }> {
  for (const { index, 0: text } of piece.text.matchAll(/[^.!?\n]*[.!?\n]+\s*|[^.!?\n]+$/g)) {
    yield { start: piece.start + index, text };
  }
}
