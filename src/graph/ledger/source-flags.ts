/**
 * Sets the flags that say where the text of a unit comes from. `said-by-nobody` means that no
 * message that led to the unit contains any word of its text. `loop` means that the memory repeats
 * itself: an operation recalled another unit that contains all words of the text, but no message
 * contains all of them.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { FlowIndex } from "../flow/flow-index.ts";
import { writerRows } from "../history/execution-order.ts";
import { firstVersionRows } from "../history/version-chain.ts";
import { costOf, type InTurns } from "../in-turns.ts";
import type { UnitFlag } from "./flags.ts";
import { sourcesOf } from "./sources.ts";
import type { ValueWords } from "./unit-words.ts";

/**
 * A version is compared with at most this many messages and at most this many units. Those with the
 * fewest links to the version are chosen.
 */
const MAX_COMPARED = 8;
/**
 * Minimum number of different words in a text that can get the flag `loop`. Other texts can contain
 * the words of a shorter text by chance.
 */
const MIN_WORDS = 2;

/**
 * Rows of the values from which a version of a unit may come. Values with the fewest links to the
 * version come first. `messages` has the rows of messages and questions.
 */
export interface ComparedSources {
  readonly messages: readonly number[];
  /**
   * Units from which this version comes only indirectly: the operation that wrote the version did
   * not read them itself. For example, a search read a unit, and an extraction then wrote the
   * version from the search results.
   */
  readonly recalled: readonly number[];
  /** False if the search stopped at its maximum number of links. */
  readonly isComplete: boolean;
}

/**
 * Returns the messages and units from which the version may come. Returns undefined if no operation
 * wrote the version. `recalled` contains no earlier version of the same unit, because a new version
 * normally repeats the text of the earlier one.
 *
 * @param row row of the latest version of a unit
 */
export function* comparedSources(
  graph: EvolutionGraph,
  index: FlowIndex,
  row: number,
): InTurns<ComparedSources | undefined> {
  const { rows } = graph;
  const step = writerRows(graph)[row] as number;
  if (step < 0) return undefined;
  const firstOf = yield* firstVersionRows(graph);
  const { messages, units, followed, isComplete } = sourcesOf(graph, index, row, "no unit");
  yield costOf(followed / 10);
  const recalled = units.filter(
    (unit) => rows.table.links.op.at(unit.link) !== step && firstOf[unit.row] !== firstOf[row],
  );
  return {
    messages: messages.slice(0, MAX_COMPARED),
    recalled: recalled.slice(0, MAX_COMPARED).map((unit) => unit.row),
    isComplete,
  };
}

export function* sourceFlag(
  graph: EvolutionGraph,
  index: FlowIndex,
  row: number,
  { messages, recalled, isComplete, showsSources }: ComparedSources & { showsSources: boolean },
  texts: ValueWords,
): InTurns<UnitFlag | undefined> {
  const words = new Set(texts.of(row));
  if (words.size === 0) return undefined;
  const repeated =
    words.size < MIN_WORDS ? undefined : recalled.find((each) => shareOf(words, each, texts) === 1);
  yield texts.takeCost();
  if (repeated !== undefined && !messages.some((each) => shareOf(words, each, texts) === 1))
    return { flag: "loop", proof: [repeated, row] };
  const isSaid = messages.some((each) => shareOf(words, each, texts) > 0);
  yield texts.takeCost();
  if (isSaid || !isComplete || !showsSources) return undefined;
  const all = sourcesOf(graph, index, row, "every unit");
  yield costOf(all.followed / 10);
  const isSaidBefore =
    all.messages.length > MAX_COMPARED ||
    all.messages.some((each) => shareOf(words, each, texts) > 0);
  yield texts.takeCost();
  return isSaidBefore || !all.isComplete ? undefined : { flag: "said-by-nobody", proof: [row] };
}

/**
 * A list of at most this many words is searched directly. For a longer list, it is faster to make a
 * set of its words first.
 */
const MAX_SCANNED = 60;

function shareOf(words: ReadonlySet<number>, row: number, texts: ValueWords): number {
  const others = texts.of(row);
  const known = others.length > MAX_SCANNED ? new Set(others) : undefined;
  let shared = 0;
  for (const word of words) if (known?.has(word) ?? others.includes(word)) shared += 1;
  return shared / words.size;
}
