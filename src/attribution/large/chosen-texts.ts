/** Chooses the messages and memory units of a large graph that are about one case. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { costOf, type InTurns } from "../../graph/in-turns.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { contentStems } from "../../text/words.ts";
import { searchWords } from "../evidence/search-evidence.ts";

/** Maximum number of messages, and maximum number of units, that are chosen by their words. */
const CHOSEN = 400;
/** Number of best messages whose neighbours are chosen too: the one before and the two after. */
const WITH_NEIGHBOURS = 50;
/**
 * Number of messages that are chosen at equal distances. They show how rare a word is in the whole
 * graph.
 */
const SAMPLED = 2_000;
/** Maximum number of words that are searched; a set of found words fits into 31 bits. */
const MOST_WORDS = 31;

/** `messages` and `units` are rows of variables, in the graph's order. */
export interface CaseTexts {
  readonly failed: FailedCase;
  readonly messages: readonly number[];
  readonly units: readonly number[];
}

/** Returns the rows of the chosen variables. The evidence that the case names is always chosen. */
export function* chosenTexts(
  graph: EvolutionGraph,
  { failed, messages, units }: CaseTexts,
): InTurns<Set<number>> {
  const asked = searchWords(failed.query, failed.expected);
  const words = [...new Set([...asked, ...contentStems(failed.prediction)])].slice(0, MOST_WORDS);
  const chosen = new Set(failed.evidence.map((id) => graph.rowOf(id)).filter((row) => row >= 0));
  const best = yield* withMostWords(graph, messages, words);
  for (const row of best) chosen.add(row);
  const place = new Map(messages.map((row, index) => [row, index]));
  for (const row of [...chosen].slice(0, WITH_NEIGHBOURS)) {
    const at = place.get(row);
    if (at === undefined) continue;
    for (const near of messages.slice(Math.max(0, at - 1), at + 3)) chosen.add(near);
  }
  const step = Math.max(1, Math.floor(messages.length / SAMPLED));
  for (let index = 0; index < messages.length; index += step) chosen.add(messages[index] as number);
  for (const row of yield* withMostWords(graph, units, words)) chosen.add(row);
  return chosen;
}

/**
 * Returns at most `CHOSEN` rows, the best first. A row is better if its text contains more of the
 * words. A rare word counts more than a frequent word. Rows without any of the words are left out.
 * `words` are stems. For example, a text with "walking" contains the stem `walk`.
 */
function* withMostWords(
  graph: EvolutionGraph,
  rows: readonly number[],
  words: readonly string[],
): InTurns<number[]> {
  const found = new Int32Array(rows.length);
  const uses = words.map(() => 0);
  for (const [index, row] of rows.entries()) {
    const text = graph.variableAt(row).value.toLowerCase();
    for (const [bit, word] of words.entries()) {
      if (!text.includes(word)) continue;
      found[index] = (found[index] as number) | (1 << bit);
      uses[bit] = (uses[bit] as number) + 1;
    }
    yield text.length + costOf(1) / 10;
  }
  const weights = uses.map((count) => Math.log((rows.length + 1) / (count + 0.5)));
  const scoreOf = (bits: number) =>
    weights.reduce((sum, weight, bit) => sum + (((bits >>> bit) & 1) === 1 ? weight : 0), 0);
  return rows
    .map((row, index) => ({ row, score: scoreOf(found[index] as number) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, CHOSEN)
    .map(({ row }) => row);
}
