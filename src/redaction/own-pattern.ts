/**
 * Finds the matches of an own pattern, in the pattern language of the search. All possible matches are
 * followed at once and each is bounded, so the time is linear in the text for any pattern.
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

/** Maximum characters of one match. A longer one is found in parts. */
const MAX_MATCH_CHARS = 256;
/** Maximum places of a pattern once its repetitions are expanded. */
const MAX_PLACES = 200;

type Place =
  | { readonly kind: "match" }
  | { readonly kind: "fork"; readonly next: number[] }
  | { readonly kind: "assertion"; readonly what: Assertion; readonly next: number }
  | { readonly kind: "character"; readonly takes: RegExp; readonly next: number };

export interface OwnPattern {
  readonly name: string;
  readonly pattern: string;
}

/** Case-sensitive, ECMAScript syntax with the flag `u`, without look-around and backreferences. */
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

class Places {
  readonly #places: Place[] = [{ kind: "match" }];
  readonly #start: number;

  constructor(tree: PatternTree) {
    this.#start = this.#compile(tree, 0);
  }

  /** The matches from left to right: of those that begin first, the longest. */
  *matches(text: string): Generator<readonly [number, number]> {
    /** For each place, the earliest start of a match that has reached it. */
    let reached = new Map<number, number>();
    let found: readonly [number, number] | undefined;
    let last = 0;
    for (let at = 0; at <= text.length; ) {
      if (found === undefined && at >= last) this.#enter(this.#start, at, at, text, reached);
      const ended = reached.get(0);
      if (ended !== undefined && ended < at && (found === undefined || ended <= found[0])) {
        found = [ended, at];
      }
      const character = at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : "";
      const next = new Map<number, number>();
      const after = at + Math.max(1, character.length);
      if (character !== "" && character !== MASK) {
        for (const [index, start] of reached) {
          const place = this.#places[index];
          if (place?.kind !== "character" || (found !== undefined && start > found[0])) continue;
          if (after - start > MAX_MATCH_CHARS || !place.takes.test(character)) continue;
          this.#enter(place.next, start, after, text, next);
        }
      }
      reached = next;
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

  /** Adds the place and those that follow it without a character. */
  #enter(first: number, start: number, at: number, text: string, reached: Map<number, number>) {
    const waiting = [first];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      const known = reached.get(index);
      if (known !== undefined && known <= start) continue;
      reached.set(index, start);
      const place = this.#places[index];
      if (place?.kind === "fork") waiting.push(...place.next);
      if (place?.kind === "assertion" && holds(place.what, text, at)) waiting.push(place.next);
    }
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
