/** Who brought which words of a text: the version, the operation and the message of every span. */

import type { EvolutionGraph } from "../evolution-graph.ts";
import { memoryUnits } from "../memory/memory-units.ts";
import type { Variable } from "../model.ts";
import { defined } from "../omit-undefined.ts";
import { MessageIndex } from "./closest-message.ts";
import { originsOf } from "./text-origins.ts";
import { versionChain } from "./version-chain.ts";

export interface BlameSpan {
  /** Place in the text, in UTF-16 code units; spans follow each other without a gap. */
  readonly start: number;
  readonly end: number;
  /** Id of the version that brought the words. */
  readonly variable: string;
  /** Id of the operation that first wrote that version; absent where it came from outside. */
  readonly operation?: string;
  /**
   * Id of the message, among those that the operation worked with, that shares the most words
   * with the span; of equals the nearest. Absent where no message leads to the version.
   */
  readonly message?: string;
}

/**
 * The spans from the one on that begins at `from`, worked out one by one as they are taken; none for
 * an unknown variable and for an empty text; undefined where no span begins there.
 */
export function blame(
  graph: EvolutionGraph,
  id: string,
  from = 0,
): Iterable<BlameSpan> | undefined {
  const variable = graph.variables.get(id);
  if (variable === undefined) return [];
  const blamed = new BlamedText(graph, variable);
  return blamed.hasSpanAt(from) ? blamed.spans(from) : undefined;
}

/** What one version brought, in one piece. */
interface Piece {
  readonly start: number;
  readonly text: string;
  readonly version: Variable;
}

class BlamedText {
  readonly #graph: EvolutionGraph;
  readonly #pieces: Piece[] = [];
  readonly #isUnit: (variable: Variable) => boolean;
  readonly #bringers = new Map<Variable, Bringer>();

  constructor(graph: EvolutionGraph, variable: Variable) {
    this.#graph = graph;
    this.#isUnit = memoryUnits(graph);
    const chain = versionChain(graph, variable);
    const text = variable.value;
    let start = 0;
    for (const { by, length } of originsOf(valuesOf(chain))) {
      const version = chain[by] ?? variable;
      this.#pieces.push({ start, text: text.slice(start, start + length), version });
      start += length;
    }
  }

  hasSpanAt(place: number): boolean {
    const piece = this.#pieces.find(({ start, text }) => place < start + text.length);
    if (piece === undefined || piece.start >= place) return place === (piece?.start ?? 0);
    const { messages } = this.#bringerOf(piece.version);
    let before = "";
    for (const { start, text } of sentencesOf(piece)) {
      if (start === place) return messages.closest(text) !== messages.closest(before);
      if (start > place) return false;
      before = text;
    }
    return false;
  }

  *spans(from: number): Generator<BlameSpan> {
    for (const piece of this.#pieces) {
      if (piece.start + piece.text.length > from) yield* this.#spansOf(piece, from);
    }
  }

  *#spansOf(piece: Piece, from: number): Generator<BlameSpan> {
    const { operation, messages } = this.#bringerOf(piece.version);
    let last: BlameSpan | undefined;
    for (const { start, text } of sentencesOf(piece)) {
      if (start < from) continue;
      const end = start + text.length;
      const message = messages.closest(text);
      if (last !== undefined && last.message === message) {
        last = { ...last, end };
        continue;
      }
      if (last !== undefined) yield last;
      last = defined({ start, end, variable: piece.version.id, operation, message });
    }
    if (last !== undefined) yield last;
  }

  #bringerOf(version: Variable): Bringer {
    const bringer = this.#bringers.get(version) ?? findBringer(this.#graph, version, this.#isUnit);
    this.#bringers.set(version, bringer);
    return bringer;
  }
}

function* valuesOf(variables: readonly Variable[]): Generator<string> {
  for (const { value } of variables) yield value;
}

interface Bringer {
  readonly operation?: string;
  readonly messages: MessageIndex;
}

/**
 * Messages are looked for backward, through what was made on the way and not through the store;
 * through the unit's own earlier versions only where nothing else leads to a message.
 */
function findBringer(
  graph: EvolutionGraph,
  version: Variable,
  isUnit: (variable: Variable) => boolean,
): Bringer {
  const operation = writerOf(graph, version.id);
  if (operation === undefined) return { messages: new MessageIndex([]) };
  const direct = messagesBehind(graph, version.id, operation, isUnit);
  const isOther = (variable: Variable) =>
    variable.fullName !== version.fullName && isUnit(variable);
  const found = direct.length > 0 ? direct : messagesBehind(graph, version.id, operation, isOther);
  return { operation, messages: new MessageIndex(found) };
}

/** The nearest first. */
function messagesBehind(
  graph: EvolutionGraph,
  version: string,
  operation: string,
  endsAt: (variable: Variable) => boolean,
): Variable[] {
  const messages: Variable[] = [];
  const seen = new Set([version]);
  for (const id of seen) {
    for (const link of graph.linksTo(id)) {
      if (seen.has(link.from) || (id === version && link.op !== operation)) continue;
      const source = graph.variables.get(link.from);
      if (source === undefined || endsAt(source)) continue;
      seen.add(link.from);
      if (isMessage(graph, source)) messages.push(source);
    }
  }
  return messages;
}

/** The operation that wrote the variable first. */
function writerOf(graph: EvolutionGraph, variable: string): string | undefined {
  let first: { op: string; at: number } | undefined;
  for (const { op, at } of graph.linksTo(variable)) {
    const ranAt = graph.operations.get(op)?.startedAt ?? at;
    if (first === undefined || ranAt < first.at) first = { op, at: ranAt };
  }
  return first?.op;
}

/** What is called a message; where the recording calls nothing anything, what came from outside. */
function isMessage(graph: EvolutionGraph, { id, className, category }: Variable): boolean {
  const labels = [className, category].filter((label) => (label ?? "variable") !== "variable");
  if (labels.length === 0) return graph.linksTo(id).length === 0;
  return labels.some((label) => /^(?:messages?|turns?|utterances?)$/i.test(label ?? ""));
}

function* sentencesOf(piece: Piece): Generator<{ start: number; text: string }> {
  for (const { index, 0: text } of piece.text.matchAll(/[^.!?\n]*[.!?\n]+\s*|[^.!?\n]+$/g)) {
    yield { start: piece.start + index, text };
  }
}
