/**
 * Finds the fewest words that must be removed or added to turn one text into another. It uses the
 * greedy O(ND) algorithm of Myers (1986). In scripts without spaces between words, each character
 * counts as a word.
 */

export interface TextPart {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/**
 * Maximum number of removed and added words or lines. If the texts differ more, only their common
 * beginning and end are kept, and everything between them is replaced. In the worst case, the time
 * is proportional to this number times the number of words. The memory is proportional to the
 * square of this number.
 */
export const MAX_EDITED_WORDS = 1_000;
/**
 * If two texts together have at most this number of characters, their words are compared directly.
 * For longer texts, it is faster to compare their lines first.
 */
export const MAX_WORDWISE_CHARS = 8_000;

/**
 * Returns the parts in the order of the texts. Neighbouring parts have different kinds, and a
 * removed part comes before an added one. The `same` and `removed` parts together are `before`; the
 * `same` and `added` parts together are `after`.
 */
export function diffTexts(before: string, after: string): TextPart[] {
  const work = diffInTurns(before, after);
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

/**
 * Like `diffTexts`, but pauses so that other requests can run. Each `yield` gives the cost since
 * the last pause. A cost of 1 is the time that it takes to read one character.
 */
export function* diffInTurns(before: string, after: string): Generator<number, TextPart[]> {
  if (before === after) return partsOf([["same", before]]);
  const isLong = before.length + after.length > MAX_WORDWISE_CHARS;
  return partsOf(yield* isLong ? diffByLines(before, after) : diffByWords(before, after));
}

/** Number of word comparisons between two pauses. */
const COMPARED_AT_ONCE = 1_000_000;
const LINES_AT_ONCE = 10_000;
/**
 * The cost of each line, in characters read. Without it, a text with very many empty lines would
 * seem to cost nothing.
 */
const LINE_COST = 40;
/** The cost of comparing two words, in characters read. */
const COMPARISON = 0.2;

type Piece = readonly [kind: TextPart["kind"], text: string];

const UNSPACED = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer"]
  .map((script) => `\\p{Script=${script}}`)
  .join("");
const WORD = new RegExp(`\\s+|[${UNSPACED}]|[[\\p{L}\\p{M}\\p{N}_]--[${UNSPACED}]]+|.`, "gsv");

function* diffByWords(before: string, after: string): Generator<number, Piece[]> {
  return yield* betweenCommonEnds(before, after, /\s/, (a, b) =>
    shortestEdit(wordsOf(a), wordsOf(b)),
  );
}

function* diffByLines(before: string, after: string): Generator<number, Piece[]> {
  // This is a list of lists. Adding each inner list with `push(...list)` to one flat list would
  // overflow the call stack if the inner list is long.
  const pieces: Piece[][] = [];
  let [removed, added] = ["", ""];
  const lines = yield* betweenCommonEnds(before, after, /\n/, function* (a, b) {
    const [linesA, linesB] = [linesOf(a), linesOf(b)];
    yield (linesA.length + linesB.length) * LINE_COST;
    return yield* shortestEdit(linesA, linesB);
  });
  for (const [index, [kind, line]] of lines.entries()) {
    if (index % LINES_AT_ONCE === 0) yield LINES_AT_ONCE;
    if (kind === "removed") removed += line;
    else if (kind === "added") added += line;
    else {
      if (removed !== "" || added !== "") pieces.push(yield* diffByWords(removed, added));
      pieces.push([[kind, line]]);
      [removed, added] = ["", ""];
    }
  }
  return [...pieces, yield* diffByWords(removed, added)].flat();
}

/**
 * Keeps the beginning and the end that both texts share, and compares only what is between them
 * with `diff`. If `diff` finds no result, the middle of `before` is removed as a whole, and the
 * middle of `after` is added.
 */
function* betweenCommonEnds(
  before: string,
  after: string,
  boundary: RegExp,
  diff: (a: string, b: string) => Generator<number, readonly Piece[] | undefined>,
): Generator<number, Piece[]> {
  const start = commonStart(before, after, boundary);
  const end = commonEnd(before, after, boundary, start);
  const a = before.slice(start, before.length - end);
  const b = after.slice(start, after.length - end);
  const replaced: Piece[] = [
    ["removed", a],
    ["added", b],
  ];
  return [
    ["same", before.slice(0, start)],
    ...((yield* diff(a, b)) ?? replaced),
    ["same", before.slice(before.length - end)],
  ];
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

/**
 * Returns the length of the beginning that both texts share. It ends directly after a `boundary`,
 * so that no word is cut.
 */
function commonStart(a: string, b: string, boundary: RegExp): number {
  const limit = Math.min(a.length, b.length);
  let length = 0;
  while (length < limit && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  if (length === a.length && length === b.length) return length;
  while (length > 0 && !boundary.test(a.charAt(length - 1))) length -= 1;
  return length;
}

/**
 * Returns the length of the end that both texts share. It begins directly after a `boundary`, so
 * that no word is cut. It does not reach into the first `start` characters.
 */
function commonEnd(a: string, b: string, boundary: RegExp, start: number): number {
  const limit = Math.min(a.length, b.length) - start;
  let length = 0;
  while (
    length < limit &&
    a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)
  ) {
    length += 1;
  }
  while (length > 0 && !boundary.test(a.charAt(a.length - length))) length -= 1;
  return Math.max(0, length - 1);
}

function* shortestEdit(
  a: readonly string[],
  b: readonly string[],
): Generator<number, Piece[] | undefined> {
  const most = Math.min(a.length + b.length, MAX_EDITED_WORDS);
  const numbers = new Map<string, number>();
  const [wordsA, wordsB] = [numbered(a, numbers), numbered(b, numbers)];
  // The point (x, y) means that the first x words of `a` were turned into the first y words of `b`.
  // The points with x - y = k form the diagonal k. `furthest[middle + k]` is the largest x on this
  // diagonal that the edits so far can reach.
  const middle = most + 1;
  const furthest = new Int32Array(2 * most + 3);
  const rounds: Int32Array[] = [];
  let compared = 0;
  for (let edits = 0; edits <= most; edits += 1) {
    if (compared > COMPARED_AT_ONCE) {
      yield compared * COMPARISON;
      compared = 0;
    }
    rounds.push(furthest.slice(middle - edits - 1, middle + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      let x = stepsDown(furthest, middle, k, edits)
        ? at(furthest, middle + k + 1)
        : at(furthest, middle + k - 1) + 1;
      let y = x - k;
      const reached = x;
      while (x < a.length && y < b.length && wordsA[x] === wordsB[y]) {
        x += 1;
        y += 1;
      }
      compared += 1 + x - reached;
      furthest[middle + k] = x;
      if (x >= a.length && y >= b.length) return trace(a, b, rounds);
    }
  }
  return undefined;
}

/**
 * There are two ways to reach the diagonal k: from the diagonal k + 1, by adding a word, and from
 * the diagonal k - 1, by removing a word. Returns true if adding a word gets further, or if it is
 * the only way.
 */
function stepsDown(furthest: Int32Array, middle: number, k: number, edits: number): boolean {
  if (k === -edits) return true;
  return k !== edits && at(furthest, middle + k - 1) < at(furthest, middle + k + 1);
}

/**
 * Returns the equal, added and removed words in the order of the texts. Begins at the ends of both
 * texts, and goes back edit by edit, so it finds the last edit first. `rounds[n]` is a part of
 * `furthest`, as it was before edit n: the part that is needed to find this edit.
 */
function trace(a: readonly string[], b: readonly string[], rounds: readonly Int32Array[]): Piece[] {
  const pieces: Piece[] = [];
  let [x, y] = [a.length, b.length];
  for (let edits = rounds.length - 1; edits > 0; edits -= 1) {
    const reached = rounds[edits] ?? new Int32Array();
    const middle = edits + 1;
    const k = x - y;
    const down = stepsDown(reached, middle, k, edits);
    const fromX = at(reached, middle + (down ? k + 1 : k - 1));
    const fromY = fromX - (down ? k + 1 : k - 1);
    for (; x > fromX && y > fromY; x -= 1, y -= 1) pieces.push(["same", a[x - 1] ?? ""]);
    pieces.push(down ? ["added", b[fromY] ?? ""] : ["removed", a[fromX] ?? ""]);
    [x, y] = [fromX, fromY];
  }
  for (; x > 0; x -= 1) pieces.push(["same", a[x - 1] ?? ""]);
  return pieces.reverse();
}

function numbered(words: readonly string[], numbers: Map<string, number>): Int32Array {
  return Int32Array.from(words, (word) => {
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    return number;
  });
}

function at(values: Int32Array, index: number): number {
  return values[index] ?? 0;
}

function partsOf(pieces: readonly Piece[]): TextPart[] {
  const parts: { kind: TextPart["kind"]; text: string[] }[] = [];
  for (const [kind, text] of pieces) {
    if (text === "") continue;
    const last = parts.at(-1);
    const before = parts.at(-2);
    if (last?.kind === kind) last.text.push(text);
    else if (kind === "removed" && last?.kind === "added") {
      if (before?.kind === "removed") before.text.push(text);
      else parts.splice(-1, 0, { kind, text: [text] });
    } else parts.push({ kind, text: [text] });
  }
  return parts.map(({ kind, text }) => ({ kind, text: text.join("") }));
}
