import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { costOf, type InTurns } from "../../graph/in-turns.ts";
import { kindOf } from "../../graph/memory/record-categories.ts";
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { comparableText } from "./comparable-text.ts";

/** Maximum number of characters of an indexed value. Questions and answers are never longer. */
const MAX_LOCATED_CHARS = 40_000;

/** Returns the variables with this text; undefined if there are none. */
export function valuesEqualTo(graph: EvolutionGraph, text: string): EqualValues | undefined {
  const written = comparableText(text);
  return written === "" ? undefined : graph.derivedAtOnce(valuesByText).get(written);
}

/** Builds the index of all values by text, so that later calls of `valuesEqualTo` are fast. */
export function* readValues(graph: EvolutionGraph): InTurns<void> {
  yield* graph.derivedInTurns(valuesByText);
}

/**
 * Builds the index if the case has no known id for its question or its answer, because these must
 * then be found by their texts. Otherwise, the index is not needed. Building it can be slow,
 * because it reads all values.
 */
export function* readValuesFor(
  graph: EvolutionGraph,
  { queryId, predictionId }: Pick<FailedCase, "queryId" | "predictionId">,
): InTurns<void> {
  const isKnown = (id: string | undefined) => id !== undefined && graph.variables.has(id);
  if (!isKnown(queryId) || !isKnown(predictionId)) yield* readValues(graph);
}

function* valuesByText(graph: EvolutionGraph): InTurns<ReadonlyMap<string, EqualValues>> {
  const { rows } = graph;
  const index = new Map<string, EqualValues>();
  for (const row of rows.variables) {
    const chars = rows.values.chars(row);
    const isCompared = chars <= MAX_LOCATED_CHARS;
    yield costOf(1) + (isCompared ? chars : 0);
    if (!isCompared) continue;
    const variable = graph.variables.get(rows.variableId(row));
    if (variable === undefined) continue;
    const text = comparableText(variable.value);
    const equal = index.get(text);
    if (equal) equal.variables.push(variable);
    else index.set(text, new EqualValues(graph, variable));
  }
  return index;
}

type Wanted = (graph: EvolutionGraph, variable: Variable) => boolean;

/**
 * All variables that have the same text. There can be very many of them, and they can have very
 * many links. So the results of searches are cached.
 */
export class EqualValues {
  readonly variables: Variable[];
  readonly #graph: EvolutionGraph;
  /**
   * Cached results of `last`. Most texts are never searched, so the map is created only when
   * needed.
   */
  #last: Map<Wanted, number> | undefined;
  #lastByReader: ReadonlyMap<string, number> | undefined;

  constructor(graph: EvolutionGraph, first: Variable) {
    this.#graph = graph;
    this.variables = [first];
  }

  /**
   * Returns the last of these variables for which `wanted` is true.
   * @param wanted also the key of the cached result. So pass a function that is defined at the top
   * of a module, not one that is created for each call.
   */
  last(wanted: Wanted): Variable | undefined {
    this.#last ??= new Map();
    let place = this.#last.get(wanted);
    if (place === undefined) {
      place = this.variables.findLastIndex((variable) => wanted(this.#graph, variable));
      this.#last.set(wanted, place);
    }
    return this.variables[place];
  }

  /** Returns the last of these variables that one of the operations reads. */
  lastReadBy(operations: ReadonlySet<string>): Variable | undefined {
    this.#lastByReader ??= this.#findReaders();
    const readers = this.#lastByReader;
    let last = -1;
    // Looping over the smaller collection is faster.
    if (operations.size < readers.size)
      for (const op of operations) last = Math.max(last, readers.get(op) ?? -1);
    else for (const [op, place] of readers) if (operations.has(op)) last = Math.max(last, place);
    return this.variables[last];
  }

  #findReaders(): ReadonlyMap<string, number> {
    const places = new Map<string, number>();
    for (const [place, { id }] of this.variables.entries())
      for (const { op } of this.#graph.linksFrom(id)) places.set(op, place);
    return places;
  }
}

export function isAnswer(_: EvolutionGraph, variable: Variable): boolean {
  return kindOf(variable) === "answer";
}

/**
 * Whether the variable can be the given answer: an operation wrote it, and it is not marked as an
 * expected answer.
 */
export function isGiven(graph: EvolutionGraph, variable: Variable): boolean {
  return graph.linksTo(variable).length > 0 && kindOf(variable) !== "expected";
}

export function isRead(graph: EvolutionGraph, { id }: Variable): boolean {
  return graph.linksFrom(id).length > 0;
}
