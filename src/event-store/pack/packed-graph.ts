/**
 * Reads packs. `GraphReader` builds a graph that reads values from the packs on demand. `linesOf`
 * returns the events of a pack as JSON.
 */

import { assembleInTurns } from "../../graph/build/build-graph.ts";
import { type Bodies, type Detail, EventTable } from "../../graph/build/event-table.ts";
import { BoundedCache } from "../../graph/columns/bounded-cache.ts";
import { IntColumn } from "../../graph/columns/columns.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { type InTurns, RecordCount } from "../../graph/in-turns.ts";
import type { TraceEvent } from "../../protocol/events/events.ts";
import { parseExact } from "../../protocol/json/exact-json.ts";
import type { Skeleton } from "./event-columns.ts";
import { decodePack, type Pack } from "./pack-codec.ts";
import type { TextRef } from "./pack-texts.ts";
import { PackedTexts, readText } from "./packed-texts.ts";

/** Maximum number of UTF-16 code units of all cached values. */
const KEPT_CHARS = 8_000_000;
/** Maximum number of UTF-16 code units of all cached details, measured as JSON. */
const KEPT_DETAIL_CHARS = 2_000_000;

/** Decodes the packs of one graph. They must be added in order. */
export class GraphReader {
  readonly #table = new EventTable();
  readonly #bodies = new PackedBodies();

  *add(body: Uint8Array): InTurns<void> {
    const pack = decodePack(body);
    this.#bodies.open(pack);
    const records = new RecordCount();
    for (const skeleton of pack.events) {
      // Pause here, so that other work can run. `records.cost` covers only the loop over the events
      // since the last pause. Decoding and storing these events costs the same again, so yield
      // twice this cost.
      if (records.isDue()) yield 2 * records.cost;
      if (this.#table.add(skeleton as unknown as TraceEvent)) this.#bodies.add(pack, skeleton);
    }
  }

  /** Returns undefined if the added packs contain no event. */
  *graph(id: string): InTurns<EvolutionGraph | undefined> {
    if (this.#table.ids.size === 0) return undefined;
    this.#bodies.trim();
    return yield* assembleInTurns(id, this.#table, this.#bodies);
  }
}

/**
 * Returns the events of one pack, each as JSON text.
 *
 * @param bodies the bytes of the earlier packs whose chunks this pack uses, then of this pack
 */
export function linesOf(bodies: readonly Uint8Array[]): string[] {
  const texts = new PackedTexts();
  let last: Pack | undefined;
  for (const body of bodies) {
    last = decodePack(body);
    texts.add(last);
  }
  const pack = last;
  if (pack === undefined) return [];
  return Array.from(pack.events, (event) => JSON.stringify(restored(texts, pack, event)));
}

/**
 * Returns the lowest chunk number that the pack's events use. A chunk with a number below
 * `pack.first` is in an earlier pack.
 */
export function lowestChunk(pack: Pack): number {
  let lowest = pack.first;
  for (const { value, splice, rest } of pack.events) {
    for (const ref of [value, (splice as { insert: unknown } | undefined)?.insert, rest]) {
      if (ref !== undefined) lowest = Math.min(lowest, ...firstsOf(ref as TextRef));
    }
  }
  return lowest;
}

function firstsOf(ref: TextRef): readonly number[] {
  const runs = typeof ref === "object" && "json" in ref ? ref.json : ref;
  return typeof runs === "number" ? [runs] : runs.filter((_, i) => i % 2 === 0);
}

function restored(texts: PackedTexts, pack: Pack, skeleton: Skeleton): Record<string, unknown> {
  const { rest, ...event } = skeleton;
  const text = (ref: unknown) => readText(texts, pack, ref as TextRef);
  if (event.type === "variable") {
    if (event.value !== undefined) event.value = text(event.value);
    if (event.splice !== undefined) {
      const splice = event.splice as { insert: unknown };
      event.splice = { ...splice, insert: text(splice.insert) };
    }
  }
  return rest === undefined ? event : { ...event, ...(parseExact(text(rest)) as object) };
}

const NO_TEXT = -1;
const NO_DETAIL: Detail = {};

class TextRefs {
  readonly #texts: PackedTexts;
  /**
   * These two columns say which chunks form each text, for texts with several chunks and for texts
   * that are stored as JSON. `#runs` has the runs of the first text, then those of the second, and
   * so on. Two numbers form a run: the index of the first chunk, and the number of consecutive
   * chunks. For each text, `#ends` has the index in `#runs` at which its runs end.
   */
  readonly #runs = new IntColumn();
  readonly #ends = new IntColumn();
  /** Maps a text's list of chunks to the text's number, so that equal texts get one number. */
  readonly #numbers = new Map<string, number>();
  readonly #asJson = new Set<number>();

  constructor(texts: PackedTexts) {
    this.#texts = texts;
  }

  /**
   * Returns a number that stands for the text. For a text with one chunk, this is the index of the
   * chunk. A text with several chunks or in JSON gets the next free number of -2, -3 and so on.
   */
  number(pack: Pack, ref: TextRef): number {
    const isJson = typeof ref === "object" && "json" in ref;
    const places = this.#texts.placesOf(pack, isJson ? ref.json : ref);
    if (!isJson && places.length === 2 && places[1] === 1) return places[0] as number;
    const key = `${isJson ? "json " : ""}${places.join(" ")}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    for (const place of places) this.#runs.push(place);
    this.#ends.push(this.#runs.size);
    const number = -1 - this.#ends.size;
    this.#numbers.set(key, number);
    if (isJson) this.#asJson.add(number);
    return number;
  }

  text(number: number): string {
    const text = this.#texts.text(this.#places(number));
    return this.#asJson.has(number) ? JSON.parse(text) : text;
  }

  chars(number: number): number {
    return this.#asJson.has(number)
      ? this.text(number).length
      : this.#texts.chars(this.#places(number));
  }

  #places(number: number): readonly number[] {
    if (number >= 0) return [number, 1];
    const index = -2 - number;
    const start = index === 0 ? 0 : this.#ends.at(index - 1);
    return Array.from({ length: this.#ends.at(index) - start }, (_, i) => this.#runs.at(start + i));
  }

  /** Frees the memory that is needed only while packs are being added. */
  trim(): void {
    this.#numbers.clear();
    this.#runs.trim();
    this.#ends.trim();
  }
}

interface KeptDetail {
  readonly detail: Detail;
  readonly chars: number;
}

class PackedBodies implements Bodies {
  readonly #packs = new PackedTexts();
  readonly #refs = new TextRefs(this.#packs);
  readonly #texts = new IntColumn();
  readonly #details = new IntColumn();
  readonly #keptTexts = new BoundedCache<string>(KEPT_CHARS, (text) => text.length);
  readonly #keptDetails = new BoundedCache<KeptDetail>(KEPT_DETAIL_CHARS, ({ chars }) => chars);

  open(pack: Pack): void {
    this.#packs.add(pack);
  }

  /** Frees reserved memory. Call this after the last pack was added. */
  trim(): void {
    for (const part of [this.#packs, this.#refs, this.#texts, this.#details]) part.trim();
  }

  /**
   * Adds the references of one event. Call this for each event that `#table` adds, in the same
   * order.
   */
  add(pack: Pack, { type, value, splice, rest }: Skeleton): void {
    const ref = splice === undefined ? value : (splice as { insert: unknown }).insert;
    const hasText = type === "variable" && ref !== undefined;
    this.#texts.push(hasText ? this.#refs.number(pack, ref as TextRef) : NO_TEXT);
    this.#details.push(rest === undefined ? NO_TEXT : this.#refs.number(pack, rest));
  }

  text(event: number): string {
    const number = this.#texts.at(event);
    if (number === NO_TEXT) return "";
    return this.#keptTexts.getOrMake(number, () => this.#refs.text(number));
  }

  get cachedChars(): number {
    return this.#keptTexts.size + this.#keptDetails.size + this.#packs.cachedBytes / 2;
  }

  chars(event: number): number {
    const number = this.#texts.at(event);
    return number === NO_TEXT ? -1 : this.#refs.chars(number);
  }

  sameText(a: number, b: number): boolean {
    return this.#texts.at(a) === this.#texts.at(b) || this.text(a) === this.text(b);
  }

  detail(event: number): Detail {
    const number = this.#details.at(event);
    if (number === NO_TEXT) return NO_DETAIL;
    const kept = this.#keptDetails.getOrMake(number, () => {
      const text = this.#refs.text(number);
      return { detail: parseExact(text) as Detail, chars: text.length };
    });
    return kept.detail;
  }
}
