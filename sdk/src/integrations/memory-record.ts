import { encode } from "../core/encode.ts";

/** A record or a text that a memory service received or returned. */
export class MemoryRecord {
  /** The record's text. Undefined means the text that was last recorded under the id. */
  readonly text: string | undefined;
  /** The service's id for the record. A record without an id is found by its text. */
  readonly id: string | undefined;
  readonly category: string | undefined;
  /** The only sources of the record: ids of records, or texts. */
  readonly from: readonly string[];

  constructor(
    text: unknown,
    { id, category, from }: { id?: unknown; category?: string; from?: unknown } = {},
  ) {
    this.text = textOf(text);
    this.id = textOf(id) || undefined;
    this.category = category ?? (this.id && "memory_entry");
    this.from = [from].flat().filter((source) => typeof source === "string");
  }
}

/**
 * Makes the input of a request that names a record or an owner only by the id. As a plain text, the
 * id would count as the record itself.
 */
export function requestFor(id: unknown): MemoryRecord {
  return new MemoryRecord({ id });
}

/** Makes a record that refers to the record last recorded under this id. */
export function recordOf(id: unknown): MemoryRecord {
  return new MemoryRecord(undefined, { id });
}

/** Makes the record of a message. */
export function messageRecord(text: unknown): MemoryRecord {
  return new MemoryRecord(text, { category: "message" });
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : encode(value);
}
