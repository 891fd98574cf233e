/**
 * Parses a graph file while its bytes arrive. The long lists of such a file are inside two objects:
 * for example, `nodes` is inside `data`, which is inside the outermost object. The items of these
 * lists are parsed one by one. The rest of the file is parsed at the end. So the file never has to
 * be one string, which would be too long for some runtimes.
 */
import { parseJsonWithNaN } from "../protocol/json/json-text.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_LIST = 0x5d;
const CLOSE_OBJECT = 0x7d;
/** Has the value 1 at each byte that is a quote, a comma, a bracket or a brace, and otherwise 0. */
const IS_STRUCTURE = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT]) {
  IS_STRUCTURE[byte] = 1;
}

/** Only lists at this depth are split. The outermost object is at depth 1. */
const SPLIT_DEPTH = 3;
const NAME_BEFORE_LIST = /"((?:[^"\\]|\\.)*)"\s*:\s*\[$/;
/** The parser looks for the name of a list in this many bytes before the list. */
const NAME_BYTES = 600;

const ENCODER = new TextEncoder();
const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LENIENT = new TextDecoder();

/** The text is not a valid graph file. The message says where and why. */
export class UnreadableText extends Error {}

export class ListSplitter {
  /**
   * The first byte (`{` or `[`) of each open object or list, outermost first. Deeper levels than
   * `SPLIT_DEPTH` are left out. `#depth` is the number of all open objects and lists.
   */
  readonly #outer: number[] = [];
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** Parsed items of the list that is being split. Undefined if no such list is open. */
  #list: unknown[] | undefined;
  #listName = "";
  readonly #lists: unknown[][] = [];
  #rest: Uint8Array[] = [];
  #item: Uint8Array[] = [];
  #nulls = 0;

  /** Number of NaN and Infinity values so far. They become null. */
  get nulls(): number {
    return this.#nulls;
  }

  /**
   * Adds the next bytes of the file.
   * @throws UnreadableText
   */
  add(chunk: Uint8Array): void {
    let from = 0;
    let at = this.#isInString ? this.#endOfString(chunk, 0) : 0;
    while (at < chunk.length) {
      const byte = chunk[at] as number;
      at += 1;
      if (IS_STRUCTURE[byte] === 0) continue;
      if (byte === QUOTE) at = this.#endOfString(chunk, at);
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (this.#depth < SPLIT_DEPTH) this.#outer[this.#depth] = byte;
        this.#depth += 1;
        if (this.#beginsList()) {
          this.#keep(chunk.subarray(from, at));
          from = at;
          this.#begin();
        }
      } else if (this.#isBetweenItems) {
        this.#keep(chunk.subarray(from, at - 1));
        from = byte === COMMA ? at : at - 1;
        if (byte === COMMA) this.#endItem();
        else this.#endList();
      }
      if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#depth -= 1;
    }
    this.#keep(chunk.subarray(from));
  }

  /**
   * Call this after the last chunk. Returns the parsed file.
   * @throws UnreadableText
   */
  end(): unknown {
    if (this.#depth > 0 || this.#isInString)
      throw new UnreadableText("the file ends in the middle. Copy it again.");
    const whole = this.#parse(this.#rest, "the file");
    if (typeof whole !== "object" || whole === null) return whole;
    for (const inner of Object.values(whole)) {
      if (typeof inner !== "object" || inner === null || Array.isArray(inner)) continue;
      for (const [name, value] of Object.entries(inner)) {
        const list = Array.isArray(value) ? this.#lists[Number(value[0])] : undefined;
        if (list !== undefined) (inner as Record<string, unknown>)[name] = list;
      }
    }
    return whole;
  }

  get #isBetweenItems(): boolean {
    return this.#list !== undefined && this.#depth === SPLIT_DEPTH;
  }

  #beginsList(): boolean {
    const [first, second, third] = this.#outer;
    return (
      this.#depth === SPLIT_DEPTH &&
      first === OPEN_OBJECT &&
      second === OPEN_OBJECT &&
      third === OPEN_LIST
    );
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length > 0) (this.#list === undefined ? this.#rest : this.#item).push(bytes);
  }

  #begin(): void {
    const before = LENIENT.decode(joined(this.#rest.slice(-2)).subarray(-NAME_BYTES));
    this.#listName = NAME_BEFORE_LIST.exec(before)?.[1] ?? "list";
    this.#list = [];
    this.#item = [];
  }

  #endItem(): void {
    const list = this.#list;
    list?.push(this.#parse(this.#item, `${this.#listName}[${list.length}]`));
    this.#item = [];
  }

  #endList(): void {
    const isEmpty = this.#list?.length === 0 && this.#item.every(isBlank);
    if (!isEmpty) this.#endItem();
    this.#rest.push(ENCODER.encode(String(this.#lists.length)));
    this.#lists.push(this.#list ?? []);
    this.#list = undefined;
  }

  #parse(pieces: readonly Uint8Array[], place: string): unknown {
    const parsed = parseJsonWithNaN(textOf(pieces, place));
    if (!parsed.ok) throw new UnreadableText(`${place}: ${parsed.fault.message}.`);
    this.#nulls += parsed.value.nulls;
    return parsed.value.value;
  }

  /**
   * The byte at `start` is inside a string. Returns the index after the closing quote of this
   * string, or the length of the chunk if the string does not end in it.
   */
  #endOfString(chunk: Uint8Array, start: number): number {
    // Local variables make the loop six times as fast as fields.
    let at = this.#isEscaped ? start + 1 : start;
    this.#isEscaped = false;
    while (at < chunk.length) {
      const byte = chunk[at];
      at += 1;
      if (byte === QUOTE) {
        this.#isInString = false;
        return at;
      }
      if (byte === BACKSLASH) {
        if (at === chunk.length) this.#isEscaped = true;
        at += 1;
      }
    }
    this.#isInString = true;
    return chunk.length;
  }
}

function textOf(pieces: readonly Uint8Array[], place: string): string {
  const bytes = joined(pieces);
  try {
    return STRICT.decode(bytes);
  } catch {
    throw new UnreadableText(`${place}: the text is not UTF-8.`);
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

const SPACE = 0x20;
const isBlank = (bytes: Uint8Array) => bytes.every((byte) => byte <= SPACE);
