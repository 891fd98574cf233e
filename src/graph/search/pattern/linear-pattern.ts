/**
 * Searches for regular expressions. The time is limited for any pattern and any text, because the
 * search reads each character once and never goes back. It simulates an automaton whose states are
 * sets of positions in the pattern (Thompson 1968). It builds the automaton while it reads the
 * text.
 *
 * Why not the library re2js (2.10)? `npm run bench -- graph` compared both with smartcomment, a
 * Python library for traces, on 20,000 operations. In names, re2js is 9 to 26 times as fast as
 * smartcomment, and this automaton is 57 to 72 times as fast. In values, re2js is 2.5 times as fast
 * as smartcomment, and this automaton is 10 times as fast. re2js adds 46 kB (gzip) to the Worker,
 * and this folder adds 4 kB. re2js also differs from ECMAScript: it refuses `\p{Script=Greek}` and
 * `a{1001}`, and matches other characters with `\s`, `.` and `\ud83d\udc15`.
 */

import { failure, type Result, success } from "../../../protocol/result.ts";
import { type ByteTexts, NO_MATCH, TOO_COSTLY } from "../text-matcher.ts";
import { TextSearch } from "../text-search.ts";
import { literalOf, requiredText } from "./literal-prefilter.ts";
import {
  type Assertion,
  PatternError,
  type PatternProblem,
  type PatternTree,
  parsePattern,
} from "./pattern-syntax.ts";

/** Maximum number of places (positions) in a pattern after its repetitions are expanded. */
const MAX_PLACES = 500;
/**
 * Maximum number of places that are visited while states of the automaton are computed. Ordinary
 * patterns need far fewer.
 */
const MAX_BUILD_STEPS = 1_000_000;
/**
 * Before the automaton runs, a faster search looks for a literal that every match contains. A
 * literal with fewer characters than this is not searched, because it is in almost every text.
 */
const MIN_REQUIRED_CHARS = 2;

/**
 * Compiles a pattern in ECMAScript syntax with the flag `u`. `^` and `$` match only at the ends of
 * the whole text.
 */
export function compilePattern(
  source: string,
  ignoreCase: boolean,
): Result<LinearPattern, PatternProblem> {
  try {
    return success(new LinearPattern(parsePattern(source), ignoreCase));
  } catch (error) {
    if (error instanceof PatternError) return failure(error.problem);
    throw error;
  }
}

type Place =
  | { readonly kind: "match" }
  | { readonly kind: "fork"; readonly next: number[] }
  | { readonly kind: "assertion"; readonly what: Assertion; readonly next: number }
  | {
      readonly kind: "character";
      readonly takes: (text: string) => boolean;
      readonly next: number;
    };

/**
 * A state of the automaton: the places in the pattern at which the search can be, and the kind of
 * the previous character.
 */
interface State {
  readonly places: readonly number[];
  readonly before: Side;
}

type Side = "end" | "word" | "other";
/**
 * Number of the idle state: no match has begun. Most characters of a text do not change this state,
 * and a fast loop skips these characters. In a pattern with word boundaries, the state with this
 * number can also mean that a match has begun. The loop is correct in this case too, because it
 * skips only characters that do not change the state.
 */
const IDLE = 1;
const END_CLASS = 0;
/** Marks a character whose class has no space in the table of next states. */
const NO_CLASS = -1;
/**
 * The table has one of these values where it has no next state. `UNKNOWN`: the next state is not
 * computed yet. `MATCHED`: a match ended before this character.
 */
const UNKNOWN = -1;
const MATCHED = -2;
/** If no match is possible any more, the table has this value instead of a next state. */
const FAILED = -3;
/** Maximum number of entries in one pattern's table of next states. Each entry takes four bytes. */
const MAX_NEXT = 4_000_000;
const FIRST_CLASSES = 16;
const FIRST_STATES = 16;

interface CharacterClass {
  readonly side: Side;
  /** Indexes of the places in the pattern at which a character of this class can stand. */
  readonly takers: ReadonlySet<number>;
}

class LinearPattern {
  readonly #places: Place[] = [{ kind: "match" }];
  readonly #start: number;
  readonly #states: State[] = [];
  readonly #stateByKey = new Map<string, number>();
  /**
   * A table with a row for each state and an entry for each class of characters. The entry is the
   * number of the state that follows after a character of this class.
   */
  #next = new Int32Array(FIRST_CLASSES * FIRST_STATES).fill(UNKNOWN);
  /** Number of entries in a row, always a power of two. */
  #width = FIRST_CLASSES;
  readonly #classes: CharacterClass[] = [{ side: "end", takers: new Set() }];
  readonly #classBySignature = new Map<string, number>();
  readonly #classByCharacter = new Map<number, number>();
  readonly #classByUnit = new Uint16Array(0x10000);
  readonly #required: TextSearch | undefined;
  readonly #isAnchored: boolean;
  readonly #knowsWords: boolean;
  /**
   * The entry of a UTF-16 code unit is 1 if this code unit leaves the automaton in the idle state.
   * In the idle state, the search skips such code units.
   */
  readonly #idleUnits = new Uint8Array(0x10000);
  #steps = 0;

  constructor(tree: PatternTree, ignoreCase: boolean) {
    const required = requiredText(tree, ignoreCase);
    if (required.length >= MIN_REQUIRED_CHARS) {
      this.#required = new TextSearch(required, ignoreCase);
    }
    this.#start = this.#compile(tree, 0, ignoreCase ? "ui" : "u");
    this.#isAnchored = this.#beginsAtStart();
    this.#knowsWords = this.#places.some(
      (place) => place.kind === "assertion" && place.what !== "start" && place.what !== "end",
    );
    this.#state([], "end");
    if (!this.#knowsWords) this.#state([], "other");
  }

  /**
   * Reads the text until a match is certain, and returns the position that it has reached. The
   * whole match can be longer. For example, `ab+` in `abbb` gives 2. Returns -1 if there is no
   * match, and undefined if the automaton becomes too large.
   */
  find(text: string): number | undefined {
    if (this.#required !== undefined && this.#required.find(text) < 0) return -1;
    const idle = this.#idleUnits;
    let state = 0;
    for (let index = 0; index < text.length; index += 1) {
      if (state === IDLE) {
        while (index < text.length && idle[text.charCodeAt(index)] === 1) index += 1;
        if (index === text.length) break;
      }
      const unit = text.charCodeAt(index);
      const pair = isHighHalf(unit) ? (text.codePointAt(index) ?? unit) : unit;
      const type = pair === unit ? this.#classByUnit[unit] : this.#classByCharacter.get(pair);
      let next = type ? (this.#next[state * this.#width + type] as number) : UNKNOWN;
      if (next === UNKNOWN) next = this.#following(state, type || this.#classify(pair));
      if (next < 0) return this.#endAt(next, index);
      if (pair !== unit) index += 1;
      // Never mark the first half of a surrogate pair in `idle`. Such a half is part of many
      // characters, and another character with this half can lead to another state.
      else if (next === IDLE && state === IDLE && !isHighHalf(unit)) idle[unit] = 1;
      state = next;
    }
    return this.#endAt(state, text.length);
  }

  /** Like `find`, but for many texts in one call (see `Matcher.endInEach`). */
  findInEach({ bytes, stops }: ByteTexts, numbers: Int32Array, ends: Int32Array): number {
    const classes = this.#classByUnit;
    let [rows, width] = [this.#next, this.#width];
    let read = 0;
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[i] as number;
      const packed = stops[number] as number;
      if ((packed & 1) === 1) continue;
      const start = number === 0 ? 0 : (stops[number - 1] as number) >>> 1;
      const stop = packed >>> 1;
      let state = 0;
      let at = start;
      for (; at < stop; at++) {
        const unit = bytes[at] as number;
        const type = classes[unit] as number;
        let next = type === 0 ? UNKNOWN : (rows[state * width + type] as number);
        if (next === UNKNOWN) {
          next = this.#following(state, type || this.#classify(unit));
          [rows, width] = [this.#next, this.#width];
        }
        state = next;
        if (next < 0) break;
      }
      read += at - start;
      ends[number + 1] =
        state === FAILED ? NO_MATCH : (this.#endAt(state, at - start) ?? TOO_COSTLY);
    }
    return read;
  }

  #endAt(state: number, length: number): number | undefined {
    const last = state < 0 ? state : this.#following(state, END_CLASS);
    return last === MATCHED ? length : last === UNKNOWN ? undefined : -1;
  }

  /** Returns `UNKNOWN` if the automaton becomes too large. */
  #following(state: number, type: number): number {
    if (type < 0) return UNKNOWN;
    const next = this.#next[state * this.#width + type] as number;
    return next === UNKNOWN ? this.#advance(state, type) : next;
  }

  #add(place: Place): number {
    if (this.#places.length >= MAX_PLACES) {
      throw new PatternError({
        kind: "too-large",
        message: `With its repetitions written out it has more than ${MAX_PLACES} places.`,
      });
    }
    return this.#places.push(place) - 1;
  }

  /**
   * Adds the places for this part of the pattern. Returns the place at which this part begins. When
   * a match has passed this part, it continues at the place `next`.
   */
  #compile(tree: PatternTree, next: number, flags: string): number {
    switch (tree.kind) {
      case "character": {
        return this.#add({ kind: "character", takes: characterTest(tree.source, flags), next });
      }
      case "assertion":
        return this.#add({ kind: "assertion", what: tree.what, next });
      case "sequence":
        return tree.items.reduceRight((then, item) => this.#compile(item, then, flags), next);
      case "choice":
        return this.#add({
          kind: "fork",
          next: tree.items.map((item) => this.#compile(item, next, flags)),
        });
      case "repeat": {
        const { item, min, max } = tree;
        let then = next;
        if (max === Number.POSITIVE_INFINITY) {
          const ways = [next];
          then = this.#add({ kind: "fork", next: ways });
          ways.push(this.#compile(item, then, flags));
        } else {
          for (let more = max - min; more > 0; more -= 1) {
            then = this.#add({ kind: "fork", next: [this.#compile(item, then, flags), next] });
          }
        }
        for (let more = min; more > 0; more -= 1) then = this.#compile(item, then, flags);
        return then;
      }
    }
  }

  #beginsAtStart(): boolean {
    const reached = new Set([this.#start]);
    for (const index of reached) {
      const place = this.#places[index];
      if (place?.kind === "match" || place?.kind === "character") return false;
      if (place?.kind === "fork") for (const way of place.next) reached.add(way);
      if (place?.kind === "assertion" && place.what !== "start") reached.add(place.next);
    }
    return true;
  }

  #state(places: readonly number[], before: Side): number {
    const key = `${before} ${places.join(" ")}`;
    const known = this.#stateByKey.get(key);
    if (known !== undefined) return known;
    const state = this.#states.push({ places, before }) - 1;
    this.#stateByKey.set(key, state);
    if (this.#states.length * this.#width > this.#next.length) this.#grow(this.#width);
    return state;
  }

  /**
   * Doubles the size of the table. If `width` is the present width, the table gets more rows. If it
   * is twice the present width, each row gets longer. If the table would be too large, it stays as
   * it is, and the search stops.
   */
  #grow(width: number): void {
    if (2 * this.#next.length > MAX_NEXT) {
      this.#steps = Number.POSITIVE_INFINITY;
      return;
    }
    const next = new Int32Array(2 * this.#next.length).fill(UNKNOWN);
    for (let row = 0; row * this.#width < this.#next.length; row += 1) {
      const start = row * this.#width;
      next.set(this.#next.subarray(start, start + this.#width), row * width);
    }
    this.#next = next;
    this.#width = width;
  }

  /** Returns `NO_CLASS` if there is no space for another class. */
  #classify(character: number): number {
    const text = String.fromCodePoint(character);
    const takers = new Set<number>();
    for (const [index, place] of this.#places.entries()) {
      if (place.kind === "character" && place.takes(text)) takers.add(index);
    }
    const side = this.#knowsWords && /\w/.test(text) ? "word" : "other";
    const signature = `${side} ${[...takers].join(" ")}`;
    const type = this.#classBySignature.get(signature) ?? this.#classes.push({ side, takers }) - 1;
    if (type >= this.#width) this.#grow(2 * this.#width);
    if (type >= this.#width) return NO_CLASS;
    this.#classBySignature.set(signature, type);
    if (character < 0x10000) this.#classByUnit[character] = type;
    else this.#classByCharacter.set(character, type);
    return type;
  }

  /**
   * Computes and stores the state that follows the state `from` after a character of class `type`.
   * A match can begin at any character, so the first place of the pattern is always possible.
   */
  #advance(from: number, type: number): number {
    const { places, before } = this.#states[from] as State;
    const after = this.#classes[type] ?? { side: "end", takers: new Set() };
    const reached = new Set([...places, this.#start]);
    const next = new Set<number>();
    let following = UNKNOWN;
    for (const index of reached) {
      const place = this.#places[index];
      if (place?.kind === "match") {
        following = MATCHED;
        break;
      }
      if (place?.kind === "fork") for (const way of place.next) reached.add(way);
      if (place?.kind === "assertion" && holds(place.what, before, after.side)) {
        reached.add(place.next);
      }
      if (place?.kind === "character" && after.takers.has(index)) next.add(place.next);
    }
    this.#steps += reached.size;
    if (following === UNKNOWN) {
      following =
        next.size === 0 && this.#isAnchored
          ? FAILED
          : this.#state(
              [...next].sort((a, b) => a - b),
              after.side,
            );
    }
    if (this.#steps > MAX_BUILD_STEPS) return UNKNOWN;
    this.#next[from * this.#width + type] = following;
    return following;
  }
}

function isHighHalf(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function characterTest(source: string, flags: string): (text: string) => boolean {
  const literal = flags.includes("i") ? undefined : literalOf(source);
  if (literal !== undefined) return (text) => text === literal;
  const test = new RegExp(`^${source}$`, flags);
  return (text) => test.test(text);
}

function holds(what: Assertion, before: Side, after: Side): boolean {
  if (what === "start") return before === "end";
  if (what === "end") return after === "end";
  const boundary = (before === "word") !== (after === "word");
  return boundary === (what === "boundary");
}
