/**
 * Stores a ledger in compressed parts. Lists of units can then be read without loading the graph.
 * The first part contains the fields for filters and sorting. The next parts contain the texts of
 * the units. The last parts contain the units as the API returns them, in blocks. An answer
 * decompresses only the blocks that it needs.
 */
import { compressed, decompressed, joined } from "../../../event-store/pack/compression.ts";
import { parseVariableId } from "../../../graph/build/variable-versions.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import { flowIndexOf } from "../../../graph/flow/flow-index.ts";
import type { InTurns } from "../../../graph/in-turns.ts";
import { type Ledger, ledgerOf } from "../../../graph/ledger/ledger.ts";
import type { LedgerUnit } from "../../../protocol/api/explorer/ledger.ts";
import type { LedgerSource, ListedUnit } from "./ledger-source.ts";
import { viewUnit } from "./ledger-views.ts";

/**
 * Number of units in one block. A page has a hundred units, and each of them can be in a different
 * block. Then a hundred blocks are decompressed for one page. So a block must be small.
 */
const BLOCK_UNITS = 32;
/** When a part with blocks has at least this many compressed bytes, the next part begins. */
const PART_BYTES = 400_000;
/**
 * When a part with texts has at least this many characters before compression, the next part
 * begins.
 */
const TEXT_PART_CHARS = 1_000_000;
/** Of the latest value of a unit, only this many characters are stored for the text search. */
const MAX_STORED_CHARS = 4_000;

interface Head {
  readonly figures: LedgerSource["figures"];
  /** One list per field, with one value per unit. */
  readonly columns: {
    readonly name: readonly string[];
    readonly isHeld: readonly number[];
    readonly firstAt: readonly number[];
    readonly changedAt: readonly number[];
    readonly versions: readonly number[];
    readonly reads: readonly number[];
    readonly answers: readonly number[];
    /** Indexes into the lists `flags` and `writers` below. */
    readonly flags: readonly number[];
    readonly writers: readonly number[];
  };
  readonly flags: readonly ListedUnit["flags"][];
  readonly writers: readonly (readonly string[])[];
  /**
   * Version numbers of units. Each entry has the index of a unit and the numbers of its versions.
   * There is no entry for a unit with the usual numbers 1, 2, 3, and so on.
   */
  readonly numbers: readonly (readonly [number, readonly number[]])[];
  /**
   * The units' texts are stored in several parts, in the order of the units. The entry of a part is
   * the index after the last unit whose text is in this part.
   */
  readonly textEnds: readonly number[];
  /**
   * A block contains the views of up to `BLOCK_UNITS` successive units. A stored part contains
   * several blocks. The two numbers of a block are the index of its part, and the byte position in
   * this part at which the block ends.
   */
  readonly blocks: readonly (readonly [number, number])[];
  /** Whether the parts hold the complete text of each unit. */
  readonly hasAllTexts: boolean;
}

export function* encodeLedger(graph: EvolutionGraph, source: LedgerSource): InTurns<Uint8Array[]> {
  const ledger = yield* ledgerOf(graph);
  const { parts: texts, ...found } = yield* encodeTexts(graph, ledger);
  const { parts, blocks } = yield* encodeBlocks(graph, ledger, 1 + texts.length);
  const head: Head = { ...headOf(source), ...found, blocks, numbers: numbersOf(graph, ledger) };
  return [compressed(JSON.stringify(head)), ...texts, ...parts];
}

function headOf({ units, figures }: LedgerSource) {
  const flags = new Places<ListedUnit["flags"]>();
  const writers = new Places<readonly string[]>();
  const columns = {
    name: units.map(({ name }) => name),
    isHeld: units.map(({ isHeld }) => Number(isHeld)),
    firstAt: units.map(({ firstAt }) => firstAt),
    changedAt: units.map(({ changedAt }) => changedAt),
    versions: units.map(({ versions }) => versions),
    reads: units.map(({ reads }) => reads),
    answers: units.map(({ answers }) => answers),
    flags: units.map((unit) => flags.of(unit.flags)),
    writers: units.map((unit) => writers.of(unit.writers)),
  };
  return { figures, columns, flags: flags.listed, writers: writers.listed };
}

class Places<T extends readonly string[]> {
  readonly listed: T[] = [];
  readonly #places = new Map<string, number>();

  of(list: T): number {
    const key = JSON.stringify(list);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.listed.length);
    return this.listed.push(list) - 1;
  }
}

function numbersOf({ rows }: EvolutionGraph, { units }: Ledger): [number, number[]][] {
  const { version } = rows.table.variables;
  const numbers: [number, number[]][] = [];
  for (const [place, { versions }] of units.entries()) {
    if (versions.every((row, i) => version.at(row) === i + 1)) continue;
    numbers.push([place, Array.from(versions, (row) => version.at(row))]);
  }
  return numbers;
}

function* encodeTexts({ rows }: EvolutionGraph, { units }: Ledger) {
  const parts: Uint8Array[] = [];
  const textEnds: number[] = [];
  let lines: string[] = [];
  let chars = 0;
  let hasAllTexts = true;
  for (const [place, { fullName, latest }] of units.entries()) {
    const text = rows.values.readStart(latest, MAX_STORED_CHARS).toWellFormed();
    if (rows.values.chars(latest) > MAX_STORED_CHARS) hasAllTexts = false;
    const line = JSON.stringify([fullName, text]);
    yield line.length;
    lines.push(line);
    chars += line.length;
    if (chars < TEXT_PART_CHARS && place + 1 < units.length) continue;
    parts.push(compressed(lines.join("\n")));
    yield COMPRESSION_COST * chars;
    textEnds.push(place + 1);
    lines = [];
    chars = 0;
  }
  return { parts, textEnds, hasAllTexts };
}

/**
 * Encodes the ledger's units as further parts of the stored ledger.
 * @param first index that the first of these parts gets in the stored ledger
 */
function* encodeBlocks(graph: EvolutionGraph, { units }: Ledger, first: number) {
  const index = yield* flowIndexOf(graph);
  const parts: Uint8Array[] = [];
  const blocks: [number, number][] = [];
  let bodies: Uint8Array[] = [];
  let bytes = 0;
  for (let start = 0; start < units.length; start += BLOCK_UNITS) {
    const views: LedgerUnit[] = [];
    for (const unit of units.slice(start, start + BLOCK_UNITS))
      views.push(yield* viewUnit(graph, index, unit, []));
    const text = JSON.stringify(views);
    const body = compressed(text);
    yield COMPRESSION_COST * text.length;
    bodies.push(body);
    bytes += body.length;
    blocks.push([first + parts.length, bytes]);
    if (bytes < PART_BYTES && start + BLOCK_UNITS < units.length) continue;
    parts.push(joined(bodies));
    bodies = [];
    bytes = 0;
  }
  return { parts, blocks };
}

/** Compressing one character costs as much time as reading this many characters. */
const COMPRESSION_COST = 4;
/** Maximum number of parts that are in memory at the same time. */
const PARTS_AT_ONCE = 8;

/** @param read returns the bodies of the given parts, in the given order */
export function storedLedger(
  headBody: Uint8Array,
  read: (parts: readonly number[]) => Promise<readonly Uint8Array[]>,
): LedgerSource & { readonly hasAllTexts: boolean } {
  const head = JSON.parse(decompressed(headBody).toString()) as Head;
  const { figures, hasAllTexts, textEnds, blocks } = head;
  const units = unitsOf(head);
  const places = new Map(units.map((unit, place) => [unit, place]));
  const byName = new Map(units.map((unit) => [unit.name, unit]));
  const numbers = new Map(head.numbers);
  const placeOf = (unit: ListedUnit) => places.get(unit) as number;
  const eachPart = async (
    parts: Iterable<number>,
    use: (part: number, body: Uint8Array) => void,
  ) => {
    const ordered = [...parts].sort((a, b) => a - b);
    for (let at = 0; at < ordered.length; at += PARTS_AT_ONCE) {
      const some = ordered.slice(at, at + PARTS_AT_ONCE);
      for (const [i, body] of (await read(some)).entries()) use(some[i] as number, body);
    }
  };
  return {
    ...{ units, figures, hasAllTexts },
    unitOf: (variable) => {
      const id = parseVariableId(variable);
      const unit = id && byName.get(id.fullName);
      if (id === undefined || unit === undefined) return undefined;
      const given = numbers.get(placeOf(unit));
      return (given?.includes(id.version) ?? id.version <= unit.versions) ? unit.name : undefined;
    },
    withText: async (some, text) => {
      const wanted = new Set(some);
      const found = new Set<ListedUnit>();
      const written = JSON.stringify(text).slice(1, -1);
      const hasText = (each: string) => each.toLowerCase().includes(text);
      await eachPart(
        textEnds.map((_, i) => 1 + i),
        (part, body) => {
          const texts = decompressed(body).toString();
          const first = textEnds[part - 2] ?? 0;
          let lines: string[] | undefined;
          for (const i of linesWith(texts.toLowerCase(), written)) {
            const unit = units[first + i];
            if (unit === undefined || !wanted.has(unit)) continue;
            lines ??= texts.split("\n");
            if ((JSON.parse(lines[i] as string) as string[]).some(hasText)) found.add(unit);
          }
        },
      );
      return some.filter((unit) => found.has(unit));
    },
    views: async (some) => {
      const views = new Map<ListedUnit, LedgerUnit>();
      const byBlock = Map.groupBy(some, (unit) => Math.floor(placeOf(unit) / BLOCK_UNITS));
      const partOf = (block: number) => (blocks[block] as (typeof blocks)[number])[0];
      const byPart = Map.groupBy(byBlock.keys(), partOf);
      await eachPart(byPart.keys(), (part, body) => {
        for (const block of byPart.get(part) ?? []) {
          const before = blocks[block - 1];
          const start = before?.[0] === part ? before[1] : 0;
          const bytes = body.subarray(start, blocks[block]?.[1]);
          const listed = JSON.parse(decompressed(bytes).toString()) as LedgerUnit[];
          for (const unit of byBlock.get(block) ?? [])
            views.set(unit, listed[placeOf(unit) % BLOCK_UNITS] as LedgerUnit);
        }
      });
      return some.flatMap((unit) => views.get(unit) ?? []);
    },
  };
}

/**
 * Yields the numbers of the lines that contain the text. All lines are searched as one text, which
 * is many times faster than searching each line.
 */
function* linesWith(lines: string, text: string): Generator<number> {
  let number = 0;
  let start = 0;
  for (let at = lines.indexOf(text); at >= 0; at = lines.indexOf(text, start)) {
    for (let end = lines.indexOf("\n", start); end >= 0 && end < at; ) {
      number += 1;
      start = end + 1;
      end = lines.indexOf("\n", start);
    }
    yield number;
    const end = lines.indexOf("\n", at);
    if (end < 0) return;
    number += 1;
    start = end + 1;
  }
}

function unitsOf({ columns, flags, writers }: Head): ListedUnit[] {
  return columns.name.map((name, place) => ({
    name,
    isHeld: columns.isHeld[place] === 1,
    firstAt: columns.firstAt[place] as number,
    changedAt: columns.changedAt[place] as number,
    versions: columns.versions[place] as number,
    reads: columns.reads[place] as number,
    answers: columns.answers[place] as number,
    flags: flags[columns.flags[place] as number] ?? [],
    writers: writers[columns.writers[place] as number] ?? [],
  }));
}
