/**
 * Finds units in the memory that say the same, or that differ only in a number or a negation. Only
 * the content words of their texts are compared. The ledger flags such units as duplicates or
 * contradictions.
 */
import { isNegated } from "../../text/polarity.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import { costOf, type InTurns } from "../in-turns.ts";
import type { UnitFlag } from "./flags.ts";
import { MAX_COMPARED_CHARS, type ValueWords } from "./unit-words.ts";

/**
 * If at most this many texts differ only in their numbers, they count as contradictions. If there
 * are more, they are probably a series, such as the lines of a log.
 */
const MAX_SERIES = 4;
/**
 * Two texts with different numbers contradict each other only if they have at least this many words
 * that are not numbers. Shorter texts are often about different things.
 */
const MIN_WORDS = 2;

interface Statement {
  readonly row: number;
  readonly words: string;
  readonly isNegated: boolean;
}

export interface AlikeUnits {
  readonly flags: ReadonlyMap<number, readonly UnitFlag[]>;
  /** Indexes, in `ValueWords`, of all content words of the units in the memory. */
  readonly stated: ReadonlySet<number>;
}

/**
 * @param held rows of the units that the memory contains after the last operation of the graph, in
 * ascending order
 */
export function* alikeUnits(
  graph: EvolutionGraph,
  held: Uint32Array,
  texts: ValueWords,
): InTurns<AlikeUnits> {
  const { values } = graph.rows;
  const stated = new Set<number>();
  const byPattern = new Map<string, Statement[]>();
  for (const row of held) {
    const words = texts.of(row);
    yield texts.takeCost() + costOf(1);
    if (words.length === 0) continue;
    for (const word of words) stated.add(word);
    const chars = values.chars(row);
    // Only the first `MAX_COMPARED_CHARS` characters of a text are compared, so two longer texts
    // can differ later. Let them count as alike only if they have the same length.
    const rest = chars > MAX_COMPARED_CHARS ? ` ${chars}` : "";
    const isDenied = isNegated(values.readStart(row, MAX_COMPARED_CHARS));
    const statement = { row, words: words.join(" ") + rest, isNegated: isDenied };
    const others = words.filter((word) => !texts.isFigure(word));
    const pattern = Array.from(words, (word) => (texts.isFigure(word) ? "#" : word)).join(" ");
    const key = others.length < MIN_WORDS ? statement.words : pattern + rest;
    const alike = byPattern.get(key);
    if (alike === undefined) byPattern.set(key, [statement]);
    else alike.push(statement);
  }
  const flags = new Map<number, UnitFlag[]>();
  for (const alike of byPattern.values()) {
    yield costOf(1);
    if (alike.length > 1) compare(alike, flags);
  }
  return { flags, stated };
}

function compare(alike: readonly Statement[], flags: Map<number, UnitFlag[]>): void {
  const byWords = Map.groupBy(alike, ({ words }) => words);
  const isSeries = byWords.size > MAX_SERIES;
  const add = (row: number, flag: UnitFlag["flag"], others: readonly Statement[]) => {
    if (others.length === 0) return;
    // List only some of them, because very many units can have equal texts.
    const proof = others.slice(0, MAX_OTHERS).map((other) => other.row);
    const known = flags.get(row) ?? [];
    known.push({ flag, proof });
    flags.set(row, known);
  };
  for (const same of byWords.values()) {
    const [denied, stated] = [
      same.filter((each) => each.isNegated),
      same.filter((each) => !each.isNegated),
    ];
    const others = isSeries ? [] : alike.filter(({ words }) => words !== same[0]?.words);
    for (const side of [denied, stated]) {
      const first = side.slice(0, MAX_OTHERS + 1);
      const differing = others.filter((each) => each.isNegated === (side === denied));
      const contrary = [...(side === denied ? stated : denied), ...differing];
      for (const { row } of side) {
        add(
          row,
          "duplicate",
          first.filter((each) => each.row !== row),
        );
        add(row, "contradicts", contrary);
      }
    }
  }
}

/** Maximum number of other units that a flag lists as its proof. */
const MAX_OTHERS = 5;
