/**
 * Stores the structure of a pack's events: all fields except the long texts. The values of one
 * field and one kind, from all events, are together in one column. A shape is a list of columns.
 * For each event, the pack stores the number of a shape, which tells in which columns the event has
 * values. Values that follow each other in a column differ little. So columns compress better than
 * JSON, and are faster to write and read.
 */
import { parseExact } from "../../protocol/json/exact-json.ts";
import { ByteReader } from "./byte-columns.ts";
import type { TextRef } from "./pack-texts.ts";

/**
 * An event without its long texts. `value` or `splice.insert` is a reference to a text. `rest`
 * refers to the JSON text of the event's detail fields.
 */
export type Skeleton = Record<string, unknown> & { readonly rest?: TextRef };

/**
 * The kind of a column determines how the column stores one value:
 *
 * - `id`: stores nothing, because event ids are in a separate list.
 * - `name`: a text. If the column already contains this text, its code is stored: 1 for the first
 *   text of the column, 2 for the second, and so on. A new text of the column gets two numbers. The
 *   first one is 0. The second one says how far back the text is in the list of all ids and names
 *   so far, or is 0 if the text is new in the whole pack.
 * - `json`: a value of any other type; its JSON text is stored like a name.
 * - `whole`: the difference between a whole number and the previous number in the column.
 * - `text`: the pack's number for a text.
 */
export type Kind = "id" | "name" | "json" | "whole" | "text";

export interface EventColumns {
  readonly ids: readonly string[];
  /** All distinct texts of `name` and `json` columns, without the ids. */
  readonly names: readonly string[];
  /** Kind and field of each column. The field `splice.at` means the field `at` inside `splice`. */
  readonly columns: readonly (readonly [kind: Kind, field: string])[];
  /** For each shape, the indexes of its columns. They are in the order of the event's fields. */
  readonly shapes: readonly (readonly number[])[];
  /** For each event, the index of its shape in `shapes`. The indexes are encoded as bytes. */
  readonly order: Uint8Array;
  readonly bytes: readonly Uint8Array[];
}

/** Prefix of a column's field name if the field is inside `splice`. */
export const SPLICE = "splice.";

/** @param refs references to the texts of the pack; events contain indexes into this list */
export function* readSkeletons(
  { ids, names, columns, shapes, order, bytes }: EventColumns,
  refs: readonly TextRef[],
): Generator<Skeleton> {
  const known = new KnownNames(ids, names);
  const readers = columns.map(
    ([kind, field], column): Reader => ({
      ...nameOf(field),
      read: readerOf(kind, new ByteReader(bytes[column] as Uint8Array), known, refs),
    }),
  );
  const shapeOf = new ByteReader(order);
  while (!shapeOf.isAtEnd) {
    const skeleton: Record<string, unknown> = {};
    let splice: Record<string, unknown> | undefined;
    for (const column of shapes[shapeOf.next()] as readonly number[]) {
      const { field, isInSplice, read } = readers[column] as Reader;
      if (!isInSplice) skeleton[field] = read();
      else {
        splice ??= {};
        splice[field] = read();
        skeleton.splice = splice;
      }
    }
    yield skeleton;
  }
}

interface Reader {
  readonly field: string;
  readonly isInSplice: boolean;
  readonly read: () => unknown;
}

function nameOf(field: string): Omit<Reader, "read"> {
  const isInSplice = field.startsWith(SPLICE);
  return { field: isInSplice ? field.slice(SPLICE.length) : field, isInSplice };
}

function readerOf(
  kind: Kind,
  bytes: ByteReader,
  known: KnownNames,
  refs: readonly TextRef[],
): () => unknown {
  const inColumn: string[] = [];
  const parsed = new Map<string, unknown>();
  let whole = 0;
  switch (kind) {
    case "id":
      return () => known.nextId();
    case "name":
      return () => known.name(bytes, inColumn);
    case "json":
      return () => {
        const text = known.name(bytes, inColumn);
        // Parse each JSON text only once and share the object, because many events can repeat a
        // long value.
        if (!parsed.has(text)) parsed.set(text, parseExact(text));
        return parsed.get(text);
      };
    case "whole":
      return () => {
        whole += bytes.nextSigned();
        return whole;
      };
    case "text":
      return () => refs[bytes.next()];
  }
}

/** The ids and names that were read so far, in the order of their first occurrence. */
class KnownNames {
  readonly #ids: readonly string[];
  readonly #names: readonly string[];
  readonly #all: string[] = [];
  #usedIds = 0;

  constructor(ids: readonly string[], names: readonly string[]) {
    this.#ids = ids;
    this.#names = names;
  }

  nextId(): string {
    const id = this.#ids[this.#usedIds++] as string;
    this.#all.push(id);
    return id;
  }

  /**
   * Reads the next name of a column.
   * @param inColumn all names that were already read in this column, each only once. If the next
   * name is new in this column, this method adds it to the end of the list
   */
  name(bytes: ByteReader, inColumn: string[]): string {
    const code = bytes.next();
    if (code > 0) return inColumn[code - 1] as string;
    const distance = bytes.next();
    const name =
      distance === 0 ? this.#newName() : (this.#all[this.#all.length - distance] as string);
    inColumn.push(name);
    return name;
  }

  #newName(): string {
    const name = this.#names[this.#all.length - this.#usedIds] as string;
    this.#all.push(name);
    return name;
  }
}
