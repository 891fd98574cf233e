/** What services of memories are told and tell. */
import { encode } from "../core/encode.ts";

/** What a service was told or tells: a record of its own, or a text. */
export class Told {
  /** What it says; without it, what it said last. */
  readonly text: string | undefined;
  /** What the service calls it; without one it goes by its text. */
  readonly id: string | undefined;
  readonly category: string | undefined;
  /** What it alone was made from: ids of records, or texts. */
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

/** What is asked for by its id, or whose it is; the bare id would be taken for the record. */
export function askedFor(id: unknown): Told {
  return new Told({ id });
}

/** What was recorded under its id. */
export function named(id: unknown): Told {
  return new Told(undefined, { id });
}

/** What somebody says. */
export function said(text: unknown): Told {
  return new Told(text, { category: "message" });
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : encode(value);
}
