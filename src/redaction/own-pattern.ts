/**
 * Finds the matches of a project's own pattern. Follows all possible matches at once, each up to a
 * maximum length, so the time is linear in the length of the text.
 */
import { compilePattern } from "../graph/search/pattern/linear-pattern.ts";
import {
  type Assertion,
  PatternError,
  type PatternProblem,
  type PatternTree,
  parsePattern,
} from "../graph/search/pattern/pattern-syntax.ts";
import { failure, type Result, success } from "../protocol/result.ts";
import { type Finder, type Found, MASK } from "./kinds.ts";

/** Maximum characters of one match. A longer match is found in parts. */
const MAX_MATCH_CHARS = 256;
/**
 * Maximum number of places in a pattern. A place is a position that a match can reach. The pattern
 * `a{3}` has three places for `a`. With more places, the search would be slow.
 */
const MAX_PLACES = 200;
/**
 * After the search has found a match, it reads on, because a longer match may follow. If none
 * follows, the search goes back and reads the same characters again. To stay fast, it reads at most
 * `MIN_READ` characters plus this number times the length of the text. After that, the search
 * accepts each match at once.
 */
const READ_PER_CHAR = 4;
const MIN_READ = 10_000;
/** Maximum number of different characters for which `#takersOf` caches an entry. */
const MAX_CHARACTERS = 10_000;

type Place =
  | { readonly kind: "match" }
  | { readonly kind: "fork"; readonly next: number[] }
  | { readonly kind: "assertion"; readonly what: Assertion; readonly next: number }
  | { readonly kind: "character"; readonly takes: RegExp; readonly next: number };

export interface OwnPattern {
  readonly name: string;
  readonly pattern: string;
}

/**
 * Patterns are case-sensitive. They use ECMAScript syntax with the flag `u`, without look-around
 * and backreferences.
 */
export function patternFinder({ name, pattern }: OwnPattern): Result<Finder, PatternProblem> {
  const quick = compilePattern(pattern, false);
  if (!quick.ok) return quick;
  let places: Places;
  try {
    places = new Places(parsePattern(pattern));
  } catch (error) {
    if (error instanceof PatternError) return failure(error.problem);
    throw error;
  }
  return success(function* (text) {
    if (quick.value.find(text) === -1) return;
    for (const [start, end] of places.matches(text)) {
      yield { start, end, kind: name, normal: text.slice(start, end) } satisfies Found;
    }
  });
}

/**
 * The places in the pattern that the possible matches have reached at one position of the text. If
 * several matches reach the same place, only the one that started first is kept.
 */
class Reached {
  readonly #starts: Int32Array;
  readonly #order: Int32Array;
  size = 0;

  constructor(places: number) {
    this.#starts = new Int32Array(places).fill(-1);
    this.#order = new Int32Array(places);
  }

  /** Returns false if the place was reached before. */
  add(place: number, start: number): boolean {
    if (this.#starts[place] !== -1) return false;
    this.#starts[place] = start;
    this.#order[this.size] = place;
    this.size += 1;
    return true;
  }

  /** Returns a place by the order in which the places were added: 0 gives the first one. */
  placeAt(order: number): number {
    return this.#order[order] as number;
  }

  startAt(place: number): number | undefined {
    const start = this.#starts[place] as number;
    return start === -1 ? undefined : start;
  }

  clear(): void {
    for (let order = 0; order < this.size; order += 1) this.#starts[this.placeAt(order)] = -1;
    this.size = 0;
  }
}

class Places {
  readonly #places: Place[] = [{ kind: "match" }];
  readonly #start: number;
  /**
   * Maps a character to an array with a 1 for each place that matches it. Characters that match the
   * same places share one array.
   */
  #takersOf = new Map<string, Uint8Array>();
  readonly #classes = new Map<string, Uint8Array>();

  constructor(tree: PatternTree) {
    this.#start = this.#compile(tree, 0);
  }

  /**
   * Yields the matches from left to right. If several matches begin at the same character, yields
   * the longest. To find the longest, the search reads on after a match, and sometimes must read
   * the same characters again. So after `mostRead` characters, the search reads on no more and
   * yields the shortest match. This keeps the time linear.
   */
  *matches(text: string): Generator<readonly [number, number]> {
    let reached = new Reached(this.#places.length);
    let next = new Reached(this.#places.length);
    let found: readonly [number, number] | undefined;
    let last = 0;
    let read = 0;
    const mostRead = MIN_READ + READ_PER_CHAR * text.length;
    for (let at = 0; at <= text.length; ) {
      read += 1;
      if (found === undefined && at >= last) this.#enter(this.#start, at, at, text, reached);
      const ended = reached.startAt(0);
      if (ended !== undefined && ended < at && (found === undefined || ended <= found[0])) {
        found = [ended, at];
      }
      const character = at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : "";
      const after = at + Math.max(1, character.length);
      next.clear();
      const goesOn = character !== "" && character !== MASK;
      if (goesOn && (found === undefined || read <= mostRead)) {
        this.#step(reached, next, character, { after, text, most: found?.[0] ?? after });
      }
      [reached, next] = [next, reached];
      at = after;
      if (found !== undefined && reached.size === 0) {
        yield found;
        last = found[1];
        at = last;
        found = undefined;
      }
    }
    if (found !== undefined) yield found;
  }

  /**
   * Reads one character. `reached` has the places in the pattern that the possible matches have
   * reached before this character. Fills `next` with the places that they reach with it.
   * @param most latest position in the text at which a match may start; other matches are dropped
   */
  #step(
    reached: Reached,
    next: Reached,
    character: string,
    { after, text, most }: { readonly after: number; readonly text: string; readonly most: number },
  ): void {
    const takers = this.#takers(character);
    for (let order = 0; order < reached.size; order += 1) {
      const index = reached.placeAt(order);
      const start = reached.startAt(index) as number;
      if (takers[index] === 0 || start > most || after - start > MAX_MATCH_CHARS) continue;
      const place = this.#places[index];
      if (place?.kind === "character") this.#enter(place.next, start, after, text, next);
    }
  }

  /**
   * Adds the place `first` to `reached`, and also each later place that a match can reach from
   * `first` without reading a character. `start` is the position in the text where the match began.
   * If `reached` already has a place, the place keeps its start. That start is the earlier one,
   * because matches that began earlier are processed earlier.
   */
  #enter(first: number, start: number, at: number, text: string, reached: Reached): void {
    const waiting = [first];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (!reached.add(index, start)) continue;
      const place = this.#places[index];
      if (place?.kind === "fork") waiting.push(...place.next);
      if (place?.kind === "assertion" && holds(place.what, text, at)) waiting.push(place.next);
    }
  }

  /** Returns 1 for each place that matches the character. */
  #takers(character: string): Uint8Array {
    const known = this.#takersOf.get(character);
    if (known !== undefined) return known;
    const made = Uint8Array.from(this.#places, (place) =>
      place.kind === "character" && place.takes.test(character) ? 1 : 0,
    );
    const signature = made.join("");
    const shared = this.#classes.get(signature) ?? made;
    this.#classes.set(signature, shared);
    if (this.#takersOf.size >= MAX_CHARACTERS) this.#takersOf = new Map();
    this.#takersOf.set(character, shared);
    return shared;
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

  #compile(tree: PatternTree, next: number): number {
    switch (tree.kind) {
      case "character":
        return this.#add({ kind: "character", takes: new RegExp(`^${tree.source}$`, "u"), next });
      case "assertion":
        return this.#add({ kind: "assertion", what: tree.what, next });
      case "sequence":
        return tree.items.reduceRight((then, item) => this.#compile(item, then), next);
      case "choice":
        return this.#add({
          kind: "fork",
          next: tree.items.map((item) => this.#compile(item, next)),
        });
      case "repeat":
        return this.#repeat(tree, next);
    }
  }

  #repeat({ item, min, max }: PatternTree & { readonly kind: "repeat" }, next: number): number {
    let then = next;
    if (max === Number.POSITIVE_INFINITY) {
      const ways = [next];
      then = this.#add({ kind: "fork", next: ways });
      ways.push(this.#compile(item, then));
    } else {
      for (let more = max - min; more > 0; more -= 1) {
        then = this.#add({ kind: "fork", next: [this.#compile(item, then), next] });
      }
    }
    for (let more = min; more > 0; more -= 1) then = this.#compile(item, then);
    return then;
  }
}

function holds(what: Assertion, text: string, at: number): boolean {
  if (what === "start") return at === 0;
  if (what === "end") return at === text.length;
  const boundary = /\w/.test(text.charAt(at - 1)) !== /\w/.test(text.charAt(at));
  return boundary === (what === "boundary");
}
