/**
 * Aligns the words of a statement with the words of another text. This shows which words of the
 * statement the other text has, which it lacks, and which it replaces by another word. Only a word
 * that occurs in no message can be such a replacement.
 */

export interface AlignmentTerms {
  /**
   * Returns the weight of a word. Each pair of equal words adds this weight and a constant to the
   * score of an alignment. If only one of two words can be aligned, the word with the larger weight
   * is aligned.
   */
  readonly weight: (word: string) => number;
  /** Whether `a` and `b` are equal or are forms of one word. */
  readonly same: (a: string, b: string) => boolean;
  /** Whether a word occurs in no message. */
  readonly isFresh: (word: string) => boolean;
}

const FUNCTION_WORD = 0.3;
const STANDS_FOR = 0.25;
const OTHER_WORD = -0.6;
const GAP = -0.35;

const [STOP, PAIR, SKIP_WANTED, SKIP_GIVEN] = [0, 1, 2, 3] as const;

/** Returns, for each word of `wanted`, the word of `given` that is aligned with it. */
export function aligned(
  wanted: readonly string[],
  given: readonly string[],
  terms: AlignmentTerms,
): (string | undefined)[] {
  const width = given.length + 1;
  const scores = new Float64Array((wanted.length + 1) * width);
  const moves = new Uint8Array(scores.length);
  const fresh = given.map(terms.isFresh);
  let best = { at: 0, score: 0 };
  for (let row = 1; row <= wanted.length; row += 1) {
    const word = wanted[row - 1] ?? "";
    const worth = FUNCTION_WORD + terms.weight(word);
    for (let column = 1; column <= given.length; column += 1) {
      const at = row * width + column;
      const other = given[column - 1] ?? "";
      const gain = terms.same(word, other)
        ? worth
        : fresh[column - 1] === true
          ? STANDS_FOR
          : OTHER_WORD;
      const pair = (scores[at - width - 1] ?? 0) + gain;
      const skipWanted = (scores[at - width] ?? 0) + GAP;
      const skipGiven = (scores[at - 1] ?? 0) + GAP;
      let score = 0;
      let move: number = STOP;
      if (pair > score) [score, move] = [pair, PAIR];
      if (skipWanted > score) [score, move] = [skipWanted, SKIP_WANTED];
      if (skipGiven > score) [score, move] = [skipGiven, SKIP_GIVEN];
      scores[at] = score;
      moves[at] = move;
      if (score > best.score) best = { at, score };
    }
  }
  return traceBack(wanted, given, terms, moves, best.at);
}

function traceBack(
  wanted: readonly string[],
  given: readonly string[],
  { same, isFresh }: AlignmentTerms,
  moves: Uint8Array,
  from: number,
): (string | undefined)[] {
  const width = given.length + 1;
  const places: (string | undefined)[] = wanted.map(() => undefined);
  let at = from;
  while (moves[at] !== STOP) {
    const move = moves[at];
    if (move === PAIR) {
      const [row, column] = [Math.floor(at / width) - 1, (at % width) - 1];
      const other = given[column] ?? "";
      if (same(wanted[row] ?? "", other) || isFresh(other)) places[row] = other;
    }
    at -= move === PAIR ? width + 1 : move === SKIP_WANTED ? width : 1;
  }
  return places;
}
