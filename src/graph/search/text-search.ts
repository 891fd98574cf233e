/**
 * Finds a search text in many texts. A window that is as long as the search text moves over the
 * text. In the window, characters are compared from the end to the start. The last two characters
 * of the window tell how far it can move (Horspool's algorithm). If too many comparisons are
 * useless, the search changes to a method that reads each character only once (Knuth, Morris and
 * Pratt), so it is never very slow. To ignore case, each code unit is converted to lower case
 * separately, so that positions in the text stay the same.
 */

/**
 * A search text of at most this length is searched with the runtime's `indexOf`, which is fastest
 * for a short text. In the worst case, `indexOf` compares the whole search text at each position.
 */
const MAX_NATIVE_UNITS = 64;
/**
 * Maximum number of useless comparisons for each code unit of the text. A comparison is useless if
 * it does not lead to a match. After more of them, the search changes to the method that reads each
 * code unit of the text only once.
 */
const MAX_COMPARED = 2;
/**
 * Number of entries in the table `#skips`. There are more pairs of characters than entries, so
 * several pairs share one entry.
 */
const PAIRS = 1 << 12;

export class TextSearch {
  readonly #wanted: string;
  readonly #units: Uint16Array;
  readonly #fold: Uint16Array | undefined;
  /**
   * If the window does not match, the search moves it forward. The last two characters of the
   * window decide how many code units it moves. `pairOf` gives the index in this array for two
   * characters, and the entry is this number of code units.
   */
  readonly #skips = new Int32Array(PAIRS);
  #borders: Uint32Array | undefined;

  constructor(wanted: string, ignoreCase: boolean) {
    this.#wanted = wanted;
    this.#fold = ignoreCase ? foldTable() : undefined;
    this.#units = Uint16Array.from({ length: wanted.length }, (_, unit) => {
      const code = wanted.charCodeAt(unit);
      return this.#fold?.[code] ?? code;
    });
    const last = wanted.length - 1;
    this.#skips.fill(Math.max(1, last));
    for (let place = 1; place < last; place++) {
      const [before = 0, unit = 0] = this.#units.subarray(place - 1, place + 1);
      this.#skips[pairOf(before, unit)] = last - place;
    }
  }

  /** Returns -1 if the search text does not occur. */
  find(text: string): number {
    const fold = this.#fold;
    const units = this.#units;
    if (units.length === 0 || (fold === undefined && units.length <= MAX_NATIVE_UNITS)) {
      return text.indexOf(this.#wanted);
    }
    const skips = this.#skips;
    const last = units.length - 1;
    const wanted = units[last] as number;
    let compared = 0;
    for (let at = last; at < text.length; ) {
      let unit = text.charCodeAt(at);
      let before = at === 0 ? 0 : text.charCodeAt(at - 1);
      if (fold !== undefined) {
        unit = fold[unit] as number;
        before = fold[before] as number;
      }
      if (unit === wanted) {
        const equal = this.#equalBefore(text, at);
        if (equal === last) return at - last;
        compared += equal;
        if (compared > MAX_COMPARED * text.length)
          return this.#findWithoutSkipping(text, at - last);
      }
      at += skips[pairOf(before, unit)] as number;
    }
    return -1;
  }

  /**
   * Compares the text before position `end` with the search text before its last code unit. Starts
   * at the right, and returns how many code units are equal before the first difference.
   */
  #equalBefore(text: string, end: number): number {
    const last = this.#units.length - 1;
    let equal = 0;
    while (equal < last && this.#unit(text, end - equal - 1) === this.#units[last - equal - 1]) {
      equal += 1;
    }
    return equal;
  }

  #findWithoutSkipping(text: string, start: number): number {
    const units = this.#units;
    this.#borders ??= bordersOf(units);
    let matched = 0;
    for (let at = start; at < text.length; at++) {
      const unit = this.#unit(text, at);
      while (matched > 0 && unit !== units[matched]) matched = this.#borders[matched - 1] as number;
      if (unit === units[matched]) matched += 1;
      if (matched === units.length) return at - matched + 1;
    }
    return -1;
  }

  #unit(text: string, at: number): number {
    const code = text.charCodeAt(at);
    return this.#fold === undefined ? code : (this.#fold[code] as number);
  }
}

function pairOf(before: number, unit: number): number {
  return ((before << 6) ^ unit) & (PAIRS - 1);
}

/**
 * For each prefix of the search text, finds its longest border: a shorter text with which the
 * prefix both begins and ends. Returns the lengths of the borders. For example, the prefix `abcab`
 * begins and ends with `ab`, so its entry is 2.
 */
function bordersOf(units: Uint16Array): Uint32Array {
  const borders = new Uint32Array(units.length);
  for (let end = 1, border = 0; end < units.length; end++) {
    while (border > 0 && units[end] !== units[border]) border = borders[border - 1] as number;
    if (units[end] === units[border]) border += 1;
    borders[end] = border;
  }
  return borders;
}

let folded: Uint16Array | undefined;

/**
 * Maps each UTF-16 code unit to its lower case, or to itself if the lower case takes several units.
 */
function foldTable(): Uint16Array {
  folded ??= Uint16Array.from({ length: 0x10000 }, (_, unit) => {
    const lower = String.fromCharCode(unit).toLowerCase();
    return lower.length === 1 ? lower.charCodeAt(0) : unit;
  });
  // Final sigma and long s are already lower case, but must match the ordinary sigma and s.
  folded[0x3c2] = 0x3c3;
  folded[0x17f] = 0x73;
  return folded;
}
