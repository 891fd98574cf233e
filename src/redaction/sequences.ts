/**
 * Finds the longest known sequence of symbols that begins at a given place. The known sequences are
 * sorted. Each further symbol at this place excludes some of them, and a binary search finds those
 * that remain. So the search hardly becomes slower with more sequences.
 */
export interface Sequence {
  readonly symbols: readonly string[];
  readonly kind: string;
}

type Range = readonly [from: number, to: number];

export class Sequences {
  readonly #sorted: readonly Sequence[];
  readonly #byFirst = new Map<string, Range>();

  /**
   * Each sequence must have at least one symbol. If two sequences have the same symbols, `longest`
   * can return only the first of them.
   */
  constructor(sequences: readonly Sequence[]) {
    this.#sorted = sequences.toSorted((a, b) => compare(a.symbols, b.symbols));
    for (const [place, { symbols }] of this.#sorted.entries()) {
      const [first = ""] = symbols;
      this.#byFirst.set(first, [this.#byFirst.get(first)?.[0] ?? place, place + 1]);
    }
  }

  get isEmpty(): boolean {
    return this.#sorted.length === 0;
  }

  /** Returns the longest sequence whose symbols equal `symbolAt(0)`, `symbolAt(1)`, … */
  longest(symbolAt: (depth: number) => string | undefined): Sequence | undefined {
    let found: Sequence | undefined;
    const first = symbolAt(0);
    let range = first === undefined ? undefined : this.#byFirst.get(first);
    for (let depth = 1; range !== undefined; depth += 1) {
      // Among sequences with the same beginning, the shortest comes first.
      const shortest = this.#sorted[range[0]];
      if (shortest?.symbols.length === depth) found = shortest;
      const symbol = symbolAt(depth);
      range = symbol === undefined ? undefined : this.#narrowed(range, depth, symbol);
    }
    return found;
  }

  #narrowed([from, to]: Range, depth: number, symbol: string): Range | undefined {
    const start = this.#firstWhere(from, to, depth, (each) => each >= symbol);
    const end = this.#firstWhere(start, to, depth, (each) => each > symbol);
    return start === end ? undefined : [start, end];
  }

  #firstWhere(from: number, to: number, depth: number, holds: (symbol: string) => boolean) {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >> 1;
      const symbol = this.#sorted[middle]?.symbols[depth];
      if (symbol !== undefined && holds(symbol)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function compare(a: readonly string[], b: readonly string[]): number {
  const common = Math.min(a.length, b.length);
  for (let place = 0; place < common; place += 1) {
    const [one, other] = [a[place] as string, b[place] as string];
    if (one !== other) return one < other ? -1 : 1;
  }
  return a.length - b.length;
}
