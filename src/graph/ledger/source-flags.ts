/** Flags from what lies behind a unit's text: said by nobody, and written from what was recalled. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { FlowIndex } from "../flow/flow-index.ts";
import { writerOf } from "../history/execution-order.ts";
import { versionRows } from "../history/version-chain.ts";
import { costOf, type InTurns } from "../in-turns.ts";
import type { UnitFlag } from "./flags.ts";
import { type Sources, sourcesOf } from "./sources.ts";
import type { ValueWords } from "./unit-words.ts";

/** Messages and units behind a version that are compared with it, the nearest ones. */
const MAX_COMPARED = 8;
/** A text of one word repeats others by chance. */
const MIN_WORDS = 2;

/** @param row the latest version of a unit */
export function* sourceFlag(
  graph: EvolutionGraph,
  index: FlowIndex,
  row: number,
  texts: ValueWords,
): InTurns<UnitFlag | undefined> {
  const writer = writerOf(graph, graph.rows.variableId(row));
  // A value from outside was written by nobody in the graph.
  if (writer === undefined) return undefined;
  const words = new Set(texts.of(row));
  if (words.size === 0) return undefined;
  const direct = sourcesOf(graph, index, row, "no unit");
  yield costOf(direct.followed / 10) + texts.takeCost();
  const nearest = direct.messages.slice(0, MAX_COMPARED);
  const recalled = recalledUnit(graph, direct, row, writer, words, texts);
  yield texts.takeCost();
  if (recalled !== undefined && !nearest.some((each) => shareOf(words, each, texts) === 1))
    return { flag: "loop", proof: [recalled, row] };
  // Each is read only if those before share no word.
  const isSaid = nearest.some((each) => shareOf(words, each, texts) > 0);
  yield texts.takeCost();
  if (isSaid || !direct.isComplete) return undefined;
  const all = sourcesOf(graph, index, row, "every unit");
  yield costOf(all.followed / 10);
  const isSaidBefore =
    all.messages.length > MAX_COMPARED ||
    all.messages.some((each) => shareOf(words, each, texts) > 0);
  yield texts.takeCost();
  return isSaidBefore || !all.isComplete ? undefined : { flag: "said-by-nobody", proof: [row] };
}

/**
 * A unit that another step had read before the writer, and that has every word of the text. Earlier
 * versions of the unit itself do not count: changing them is no loop.
 */
function recalledUnit(
  graph: EvolutionGraph,
  { units }: Sources,
  version: number,
  writer: string,
  words: ReadonlySet<number>,
  texts: ValueWords,
): number | undefined {
  const { rows } = graph;
  const { links, variables } = rows.table;
  const step = rows.findOperation(writer);
  if (words.size < MIN_WORDS) return undefined;
  const own = new Set(versionRows(rows, version).map((row) => variables.fullName.at(row)));
  return units
    .filter(({ row, link }) => links.op.at(link) !== step && !own.has(variables.fullName.at(row)))
    .slice(0, MAX_COMPARED)
    .find(({ row }) => shareOf(words, row, texts) === 1)?.row;
}

/** In fewer words, a look through all of them is faster than a set. */
const MAX_SCANNED = 60;

/** The share of the words that the value has too. */
function shareOf(words: ReadonlySet<number>, row: number, texts: ValueWords): number {
  const others = texts.of(row);
  const known = others.length > MAX_SCANNED ? new Set(others) : undefined;
  let shared = 0;
  for (const word of words) if (known?.has(word) ?? others.includes(word)) shared += 1;
  return shared / words.size;
}
