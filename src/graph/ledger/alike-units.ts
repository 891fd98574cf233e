/**
 * Finds units that the memory holds and whose texts are equal, or equal except for a number or a
 * negation.
 */
import { isNegated } from "../../text/polarity.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import { costOf, type InTurns } from "../in-turns.ts";
import type { UnitFlag } from "./flags.ts";
import { MAX_COMPARED_CHARS, type ValueWords } from "./unit-words.ts";

/**
 * If more texts than this differ only in numbers, the texts are a series such as a log. They do not
 * contradict each other.
 */
const MAX_SERIES = 4;
/**
 * Minimum number of words besides the numbers. A text with fewer words does not show the meaning of
 * its numbers.
 */
const MIN_WORDS = 2;

interface Statement {
  readonly row: number;
  readonly words: string;
  readonly isNegated: boolean;
}

export interface AlikeUnits {
  readonly flags: ReadonlyMap<number, readonly UnitFlag[]>;
  /** The number of every content word in the units that the memory holds. */
  readonly stated: ReadonlySet<number>;
}

/** @param held rows of the units that the memory holds, ascending */
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
    // If only a part of two texts is compared, the lengths of the texts must also be equal.
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
    // List only the first `MAX_OTHERS` units, because very many units may have the same text.
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

/** Maximum other units that a flag lists as its proof. */
const MAX_OTHERS = 5;
