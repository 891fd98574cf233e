/**
 * Sets the flags that compare the versions of a unit. `reverted`: a version has the same text as an
 * earlier version. `overwritten`: a new version lost a word, and a later question contains this
 * word.
 */
import type { GraphRows } from "../build/graph-rows.ts";
import { StringTable } from "../columns/string-table.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { FlowIndex } from "../flow/flow-index.ts";
import { type InTurns, RecordCount } from "../in-turns.ts";
import { replacementRows } from "../memory/versions.ts";
import type { UnitFlag } from "./flags.ts";
import type { ValueWords } from "./unit-words.ts";

const MAX_VERSIONS = 50;

/** Returns only the latest versions, because comparing very many takes too long. */
export function comparedVersions(versions: Uint32Array): Uint32Array {
  return versions.subarray(Math.max(0, versions.length - MAX_VERSIONS));
}

/**
 * Finds the latest version that has the same text as an earlier version. The proof is the rows of
 * the two versions, the earlier one first.
 */
export function revertedVersion(
  { rows }: EvolutionGraph,
  versions: Uint32Array,
): UnitFlag | undefined {
  const compared = comparedVersions(versions);
  const isSame = comparison(rows, compared);
  for (let later = compared.length - 1; later >= 2; later -= 1) {
    const row = compared[later] as number;
    for (let earlier = later - 2; earlier >= 0; earlier -= 1) {
      const other = compared[earlier] as number;
      if (!isSame(other, row)) continue;
      // If the version directly before `row` also has this text, then `row` changed nothing. So
      // `row` did not revert anything.
      if (isSame(compared[later - 1] as number, row)) break;
      return { flag: "reverted", proof: [other, row] };
    }
  }
  return undefined;
}

/**
 * Returns a function that tells whether two versions have equal texts. A version can be a splice,
 * which is a change of an earlier text. The texts of such versions are read once, from the first
 * version to the last. Each read then only applies the splices since the previous read. In any
 * other order, each read would have to apply all earlier splices again.
 */
function comparison({ values }: GraphRows, versions: Uint32Array) {
  const byLength = Map.groupBy(versions, (row) => values.chars(row));
  const numbers = new Map<number, number>();
  let texts: StringTable | undefined;
  for (const row of versions) {
    const alike = byLength.get(values.chars(row)) ?? [];
    if (alike.length < 2 || alike.every((each) => values.isOwn(each))) continue;
    texts ??= new StringTable();
    numbers.set(row, texts.intern(values.read(row)));
  }
  return (a: number, b: number): boolean => {
    if (values.chars(a) !== values.chars(b)) return false;
    const number = numbers.get(a);
    return number === undefined ? values.same(a, b) : number === numbers.get(b);
  };
}

export interface AskedWords {
  /** Maps the index of each word to the rows of the questions with this word, latest first. */
  readonly queries: ReadonlyMap<number, readonly number[]>;
}

/**
 * For each word, only this many questions are kept: the latest ones. A question proves that a word
 * was lost only if somebody asked it after the version without the word was written.
 */
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
 * Finds a word that the memory lost when a version was overwritten. The version has the word. The
 * next version does not have it, and a question that was asked later does. After the last version
 * of the unit, the unit that replaced it counts as the next version. The proof has two rows: the
 * version with the word, and the question.
 *
 * @param stated words of the units in the memory; these words are not lost
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
  const compared = comparedVersions(versions);
  for (let place = compared.length - 1; place >= 0; place -= 1) {
    const row = compared[place] as number;
    const next = compared[place + 1] ?? replacementRows(graph, row)[0];
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
