/**
 * Finds the units, prompts and answers that were made from a variable. Also finds which words of
 * the variable they repeat.
 */

import type { DerivedRole } from "../../protocol/api/explorer/ledger-words.ts";
import { contentStems, wordsOf } from "../../text/words.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import { type FlowIndex, flowIndexOf, isReturnOfUnit } from "../flow/flow-index.ts";
import { costOf, type InTurns } from "../in-turns.ts";
import { kindOf } from "../memory/record-categories.ts";
import { isRemoval } from "../memory/removal.ts";
import { ledgerOf } from "./ledger.ts";
import { MAX_COMPARED_CHARS } from "./unit-words.ts";

export interface Derived {
  readonly row: number;
  readonly role: DerivedRole;
  readonly depth: number;
  /**
   * Whether the memory still contains this version of the unit after the last operation of the
   * graph. Undefined for prompts and answers, because they are no units.
   */
  readonly isHeld: boolean | undefined;
}

export interface DerivedValues {
  /** The derived values, nearest to the start variables first. */
  readonly values: readonly Derived[];
  /**
   * Number of derived units that are still in the memory and probably still state something of the
   * start variables. A unit counts if it has a content word of the start variables.
   */
  readonly statedUnits: number;
  readonly isComplete: boolean;
}

/**
 * @param start rows of the start variables
 * @param mostVisited maximum number of variables that the search visits
 */
export function* derivedFrom(
  graph: EvolutionGraph,
  start: readonly number[],
  mostVisited: number,
): InTurns<DerivedValues> {
  const { rows } = graph;
  const { links } = rows.table;
  const index = yield* flowIndexOf(graph);
  const { held, texts } = yield* ledgerOf(graph);
  const depths = new Map(start.map((row): [number, number] => [row, 0]));
  const values: Derived[] = [];
  const stems = [...startWords(graph, start).keys()];
  const words = new Set(stems.flatMap((stem) => texts.numberOf(stem) ?? []));
  let statedUnits = 0;
  let isComplete = true;
  for (const [row, depth] of depths) {
    const leaving = rows.linksFrom.of(row);
    const role = roleOfDerived(graph, index.roles, row);
    if (depth > 0 && role !== undefined) {
      const isHeld = role === "unit" ? held.has(row) : undefined;
      values.push({ row, role, depth, isHeld });
      if (isHeld === true) {
        if (texts.of(row).some((word) => words.has(word))) statedUnits += 1;
        yield texts.takeCost();
      }
    }
    for (const link of leaving) {
      const target = links.to.at(link);
      if (depths.has(target) || isReturnOfUnit(graph, index, link)) continue;
      if (depths.size < mostVisited) depths.set(target, depth + 1);
      else isComplete = false;
    }
    yield costOf(1 + leaving.length / 10);
  }
  return { values, statedUnits, isComplete };
}

/** Returns the ids of the operations that removed this version from the memory. */
export function removersOf(graph: EvolutionGraph, row: number): string[] {
  const removals = graph
    .linksFrom(graph.rows.variableId(row))
    .filter((link) => isRemoval(graph, link));
  return [...new Set(removals.map(({ op }) => op))];
}

function roleOfDerived(
  graph: EvolutionGraph,
  roles: FlowIndex["roles"],
  row: number,
): DerivedRole | undefined {
  const role = roles[row];
  if (role === "unit" || role === "answer") return role;
  const { rows } = graph;
  const variable = role === "other" ? graph.variables.get(rows.variableId(row)) : undefined;
  if (variable === undefined) return undefined;
  const kind = kindOf(variable);
  const isRead = rows.linksFrom
    .of(row)
    .some((link) => roles[rows.table.links.to.at(link)] === "answer");
  return isRead || kind === "prompt" || kind === "context" ? "prompt" : undefined;
}

/**
 * Returns the content words of the start variables. The key is the stem of the word, and the value
 * is the word as it is written in the text.
 */
export function startWords(
  { rows }: EvolutionGraph,
  start: readonly number[],
): ReadonlyMap<string, string> {
  const text = start
    .slice(-MAX_STARTS)
    .map((row) => rows.values.read(row).slice(0, MAX_COMPARED_CHARS))
    .join("\n");
  return new Map(wordsOf(text).map((word) => [word.stem, word.text]));
}

/**
 * `startWords` reads the words of at most this number of start variables. If there are more, it
 * reads the last ones.
 */
const MAX_STARTS = 10;

export function sharedWords(
  { rows }: EvolutionGraph,
  row: number,
  words: ReadonlyMap<string, string>,
  most: number,
): string[] {
  const stems = new Set(contentStems(rows.values.read(row).slice(0, MAX_COMPARED_CHARS)));
  return [...words].flatMap(([stem, text]) => (stems.has(stem) ? text : [])).slice(0, most);
}
