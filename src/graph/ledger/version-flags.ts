/** Flags from the versions of a unit: reverted, and overwritten while still asked for. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { FlowIndex } from "../flow/flow-index.ts";
import { type InTurns, RecordCount } from "../in-turns.ts";
import { replacementsOf } from "../memory/versions.ts";
import type { UnitFlag } from "./flags.ts";
import type { ValueWords } from "./unit-words.ts";

/** Versions that are compared, the latest ones. */
const MAX_VERSIONS = 50;

/** The earlier version and the latest one that repeats it; undefined if none does. */
export function revertedVersion(
  { rows }: EvolutionGraph,
  versions: Uint32Array,
): UnitFlag | undefined {
  const compared = versions.subarray(Math.max(0, versions.length - MAX_VERSIONS));
  for (let later = compared.length - 1; later >= 2; later -= 1) {
    const row = compared[later] as number;
    const chars = rows.values.chars(row);
    for (let earlier = later - 2; earlier >= 0; earlier -= 1) {
      const other = compared[earlier] as number;
      if (rows.values.chars(other) !== chars || !rows.values.same(other, row)) continue;
      // A version in between that says the same would have been changed first.
      const between = compared[later - 1] as number;
      if (rows.values.same(between, row)) break;
      return { flag: "reverted", proof: [other, row] };
    }
  }
  return undefined;
}

/** Queries by content word, each with its time. */
export interface AskedWords {
  /** Rows of the queries with the word, latest first. */
  readonly queries: ReadonlyMap<number, readonly number[]>;
}

/** Kept queries of one word: later ones count, because they may come after an overwrite. */
const MAX_QUERIES_PER_WORD = 4;

export function* askedWords(
  { messages, roles }: FlowIndex,
  texts: ValueWords,
): InTurns<AskedWords> {
  const queries = new Map<number, number[]>();
  const records = new RecordCount();
  for (let i = messages.rows.length - 1; i >= 0; i -= 1) {
    if (records.isDue()) yield records.cost / 10;
    const row = messages.rows[i] as number;
    if (roles[row] !== "query") continue;
    for (const word of new Set(texts.of(row))) {
      const known = queries.get(word);
      if (known === undefined) queries.set(word, [row]);
      else if (known.length < MAX_QUERIES_PER_WORD) known.push(row);
    }
    yield texts.takeCost();
  }
  return { queries };
}

/**
 * The version that had a word which a later query asks for, and the query. The word was dropped by
 * the next version or by the unit that replaced this one.
 * @param stated words of the units that the memory holds
 */
export function* overwrittenVersion(
  graph: EvolutionGraph,
  versions: Uint32Array,
  { queries }: AskedWords,
  stated: ReadonlySet<number>,
  texts: ValueWords,
): InTurns<UnitFlag | undefined> {
  if (queries.size === 0) return undefined;
  const { at } = graph.rows.table.variables;
  const compared = versions.subarray(Math.max(0, versions.length - MAX_VERSIONS));
  for (let place = compared.length - 1; place >= 0; place -= 1) {
    const row = compared[place] as number;
    const next = compared[place + 1] ?? replacementOf(graph, row);
    if (next === undefined) continue;
    const kept = new Set(texts.of(next));
    for (const word of texts.of(row)) {
      if (kept.has(word) || stated.has(word)) continue;
      const query = queries.get(word)?.find((each) => at.at(each) > at.at(next));
      if (query !== undefined) return { flag: "overwritten", proof: [row, query] };
    }
    yield texts.takeCost();
  }
  return undefined;
}

function replacementOf(graph: EvolutionGraph, row: number): number | undefined {
  const [next] = replacementsOf(graph, graph.rows.variableId(row));
  return next === undefined ? undefined : graph.rows.findVariable(next.id);
}
