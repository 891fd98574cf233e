import { encode } from "../core/encode.ts";

/** A memory record that a service received or returned. Can also be a plain text. */
export class MemoryRecord {
  /** Undefined means: the text that was last recorded under the id. */
  readonly text: string | undefined;
  /** The service's id for the record. Without an id, the recorder looks for the record's text. */
  readonly id: string | undefined;
  readonly category: string | undefined;
  /**
   * Ids of records, or texts, from which the record was made. If given, the record gets no other
   * source.
   */
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
 * Makes the input of a request that contains only an id. If the id were recorded as plain text, it
 * would count as the record with that name.
 */
export function requestFor(id: unknown): MemoryRecord {
  return new MemoryRecord({ id });
}

/** Makes a reference to the record that was last recorded under this id. */
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
