/**
 * Regular expressions whose time is bounded for any pattern and any text: an automaton over sets
 * of positions in the pattern (Thompson 1968), built while it reads. No backtracking: each
 * character of the text is looked at once.
 */
import {
  type Assertion,
  PatternError,
  type PatternProblem,
  type PatternTree,
  parsePattern,
} from "./pattern-syntax.ts";
import { requiredText } from "./required-text.ts";
import { TextSearch } from "./text-search.ts";

/** Places in a pattern after its repetitions are written out. */
const MAX_PLACES = 500;
/** Places visited while the automaton is built. What ordinary patterns need is far below. */
const MAX_BUILD_STEPS = 1_000_000;
/** A shorter text is in too many texts for its absence to save anything. */
const MIN_REQUIRED_CHARS = 2;

export type CompiledPattern =
  | { readonly ok: true; readonly pattern: LinearPattern }
  | { readonly ok: false; readonly problem: PatternProblem };

/** ECMAScript syntax with the flag `u`; `^` and `$` are the text's ends. */
export function compilePattern(source: string, ignoreCase: boolean): CompiledPattern {
  try {
    return { ok: true, pattern: new LinearPattern(parsePattern(source), ignoreCase) };
  } catch (error) {
    if (error instanceof PatternError) return { ok: false, problem: error.problem };
    throw error;
  }
}

type Place =
  | { readonly kind: "match" }
  | { readonly kind: "fork"; readonly next: number[] }
  | { readonly kind: "assertion"; readonly what: Assertion; readonly next: number }
  | { readonly kind: "character"; readonly test: RegExp; readonly next: number };

/** A set of places before the next character, and what the character before was. */
interface State {
  readonly places: readonly number[];
  readonly before: Side;
  /** By class of the next character; `MATCHED` where the text is found before it. */
  readonly next: (State | typeof MATCHED)[];
}

type Side = "end" | "word" | "other";
const MATCHED = "matched";
const END_CLASS = 0;

interface CharacterClass {
  readonly side: Side;
  /** The `character` places that take a character of this class. */
  readonly takers: ReadonlySet<number>;
}

class LinearPattern {
  readonly #places: Place[] = [{ kind: "match" }];
  readonly #start: number;
  readonly #states = new Map<string, State>();
  readonly #initial: State;
  readonly #classes: CharacterClass[] = [{ side: "end", takers: new Set() }];
  readonly #classBySignature = new Map<string, number>();
  readonly #classByCharacter = new Map<number, number>();
  readonly #classByUnit = new Uint16Array(0x10000);
  readonly #required: TextSearch | undefined;
  #steps = 0;

  constructor(tree: PatternTree, ignoreCase: boolean) {
    const required = requiredText(tree, ignoreCase);
    if (required.length >= MIN_REQUIRED_CHARS) {
      this.#required = new TextSearch(required, ignoreCase);
    }
    this.#start = this.#compile(tree, 0, ignoreCase ? "ui" : "u");
    this.#initial = this.#state([], "end");
  }

  /**
   * Where the first match ends, give or take the character that settles it; -1 where there is
   * none; `undefined` where the automaton for this pattern and these texts grows too large.
   */
  find(text: string): number | undefined {
    if (this.#required !== undefined && this.#required.find(text) < 0) return -1;
    let state = this.#initial;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      const pair = unit >= 0xd800 && unit < 0xdc00 ? (text.codePointAt(index) ?? unit) : unit;
      const known = pair === unit ? this.#classByUnit[unit] : this.#classByCharacter.get(pair);
      const type = known || this.#classify(pair);
      const next = state.next[type] ?? this.#advance(state, type);
      if (next === MATCHED) return index;
      if (this.#steps > MAX_BUILD_STEPS) return undefined;
      state = next;
      if (pair !== unit) index += 1;
    }
    const last = state.next[END_CLASS] ?? this.#advance(state, END_CLASS);
    return last === MATCHED ? text.length : -1;
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

  /** Adds the places of the tree, which lead on to `next`; answers with the first. */
  #compile(tree: PatternTree, next: number, flags: string): number {
    switch (tree.kind) {
      case "character": {
        const test = new RegExp(`^${tree.source}$`, flags);
        return this.#add({ kind: "character", test, next });
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

  #state(places: readonly number[], before: Side): State {
    const key = `${before} ${places.join(" ")}`;
    const state = this.#states.get(key) ?? { places, before, next: [] };
    this.#states.set(key, state);
    return state;
  }

  #classify(character: number): number {
    const text = String.fromCodePoint(character);
    const takers = new Set<number>();
    for (const [index, place] of this.#places.entries()) {
      if (place.kind === "character" && place.test.test(text)) takers.add(index);
    }
    const side = /\w/.test(text) ? "word" : "other";
    const signature = `${side} ${[...takers].join(" ")}`;
    const type = this.#classBySignature.get(signature) ?? this.#classes.push({ side, takers }) - 1;
    this.#classBySignature.set(signature, type);
    if (character < 0x10000) this.#classByUnit[character] = type;
    else this.#classByCharacter.set(character, type);
    return type;
  }

  /** A match may begin anywhere, so the first place belongs to every state. */
  #advance(state: State, type: number): State | typeof MATCHED {
    const after = this.#classes[type] ?? { side: "end", takers: new Set() };
    const reached = new Set([...state.places, this.#start]);
    const next = new Set<number>();
    for (const index of reached) {
      const place = this.#places[index];
      if (place?.kind === "match") {
        state.next[type] = MATCHED;
        return MATCHED;
      }
      if (place?.kind === "fork") for (const way of place.next) reached.add(way);
      if (place?.kind === "assertion" && holds(place.what, state.before, after.side)) {
        reached.add(place.next);
      }
      if (place?.kind === "character" && after.takers.has(index)) next.add(place.next);
    }
    this.#steps += reached.size;
    const following = this.#state(
      [...next].sort((a, b) => a - b),
      after.side,
    );
    state.next[type] = following;
    return following;
  }
}

function holds(what: Assertion, before: Side, after: Side): boolean {
  if (what === "start") return before === "end";
  if (what === "end") return after === "end";
  const boundary = (before === "word") !== (after === "word");
  return boundary === (what === "boundary");
}
