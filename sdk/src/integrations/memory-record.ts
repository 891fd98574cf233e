import { encode } from "../core/encode.ts";

/** A memory record, or a plain text, that a service received or returned. */
export class MemoryRecord {
  /** If undefined, the record has the text that was last recorded under its id. */
  readonly text: string | undefined;
  /** The service's id. Without an id, the recorder looks for a variable with the same text. */
  readonly id: string | undefined;
  readonly category: string | undefined;
  /**
   * The ids or texts from which the record was made. If there are any, the record gets links only
   * from them. Otherwise, it gets links from all inputs of the call.
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
 * Returns the input of a request that consists of only an id. The input is the JSON object
 * `{"id":"…"}`. With the plain id as input, the SDK would use the record that has this id as name.
 */
export function requestFor(id: unknown): MemoryRecord {
  return new MemoryRecord({ id });
}

/** Returns a record without a text. It means the record that was last recorded with this id. */
export function recordOf(id: unknown): MemoryRecord {
  return new MemoryRecord(undefined, { id });
}

export function messageRecord(text: unknown): MemoryRecord {
  return new MemoryRecord(text, { category: "message" });
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : encode(value);
}
