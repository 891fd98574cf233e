/** Content words of values. */
import { contentStems } from "../../text/words.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";

/** Later words of a value are not compared. */
export const MAX_COMPARED_CHARS = 4_000;
/** Words of all kept values: a unit is compared with others more than once. */
const MAX_KEPT = 1_000_000;
/** Finding the words of a text costs as much as reading it so often. */
const READ_COST = 10;

export class ValueWords {
  readonly #graph: EvolutionGraph;
  readonly #kept = new Map<number, readonly string[]>();
  #size = 0;
  #read = 0;

  constructor(graph: EvolutionGraph) {
    this.#graph = graph;
  }

  /** The stems in order, with repeats. */
  of(row: number): readonly string[] {
    const known = this.#kept.get(row);
    if (known !== undefined) return known;
    const text = this.#graph.rows.values.read(row).slice(0, MAX_COMPARED_CHARS);
    this.#read += text.length * READ_COST;
    const stems = contentStems(text);
    this.#size += stems.length + 1;
    if (this.#size > MAX_KEPT) {
      this.#kept.clear();
      this.#size = stems.length + 1;
    }
    this.#kept.set(row, stems);
    return stems;
  }

  /** What reading cost since the last call, for work in turns. */
  takeCost(): number {
    const read = this.#read;
    this.#read = 0;
    return read;
  }
}
