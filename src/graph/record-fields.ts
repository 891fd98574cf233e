/** Reads the fields of untrusted JSON records; what is wrong is thrown with its place. */

export type Json = Record<string, unknown>;

/** What is wrong with a file, and where: `path` reads like `data.edges[12].op_id`. */
export interface Damage {
  readonly path: string;
  readonly message: string;
}

export class DamageError extends Error {
  readonly damage: Damage;
  constructor(path: string, message: string) {
    super(`${path}: ${message}`);
    this.damage = { path, message };
  }
}

export function object(value: unknown, path: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new DamageError(path, "must be an object");
  }
  return value as Json;
}

/** Versions are counted on from given ones. */
const MAX_VERSION = 1_000_000_000;

/** One record at a time; its place is put into words only where something is wrong. */
export class Fields {
  record: Json = {};
  index = 0;
  readonly #list: string;

  /** @param list path of the list that the records are of; empty for the file itself */
  constructor(list: string) {
    this.#list = list;
  }

  /** Goes to the record at this index of the list. */
  moveTo(value: unknown, index: number): void {
    this.index = index;
    this.record = {};
    this.record = object(value, this.#place());
  }

  text(key: string): string {
    const value = this.record[key];
    if (typeof value !== "string" || value === "") {
      this.fail(key, "must be text that is not empty");
    }
    return value;
  }

  anyText(key: string): string {
    const value = this.record[key];
    if (typeof value !== "string") this.fail(key, "must be text");
    return value;
  }

  /** `undefined` for null and for empty text as well. */
  optionalText(key: string): string | undefined {
    const value = this.record[key];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "string") this.fail(key, "must be text or null");
    return value === "" ? undefined : value;
  }

  optionalObject(key: string): Json | undefined {
    const value = this.record[key];
    return value === undefined || value === null ? undefined : object(value, this.#place(key));
  }

  version(key: string): number {
    const value = this.record[key];
    if (typeof value !== "number" || !Number.isInteger(value) || value < 1 || value > MAX_VERSION) {
      this.fail(key, `must be a whole number from 1 to ${MAX_VERSION}`);
    }
    return value;
  }

  fail(key: string, message: string): never {
    throw new DamageError(this.#place(key), message);
  }

  /** Of the record itself. */
  failWhole(message: string): never {
    throw new DamageError(this.#place(), message);
  }

  #place(key?: string): string {
    if (this.#list === "") return key ?? "the file";
    return `${this.#list}[${this.index}]${key === undefined ? "" : `.${key}`}`;
  }
}
