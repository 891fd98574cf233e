import { encode } from "../core/encode.ts";

/** A memory record, or a plain text, that a service received or returned. */
export class MemoryRecord {
  /** Undefined stands for the text last recorded under the id. */
  readonly text: string | undefined;
  /** The service's id. Without an id, the recorder looks for a variable with the same text. */
  readonly id: string | undefined;
  readonly category: string | undefined;
  /** Ids or texts that the record was made from. If given, the record gets no other source. */
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
 * Returns the input of a request that has only an id, as JSON. As plain text, the id would be
 * taken for the record with that name.
 */
export function requestFor(id: unknown): MemoryRecord {
  return new MemoryRecord({ id });
}

/** Refers to the record that was last recorded under this id. */
export function recordOf(id: unknown): MemoryRecord {
  return new MemoryRecord(undefined, { id });
}

export function messageRecord(text: unknown): MemoryRecord {
  return new MemoryRecord(text, { category: "message" });
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : encode(value);
}
