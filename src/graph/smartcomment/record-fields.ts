/** Reads the fields of untrusted JSON records; what is wrong is thrown with its place. */

import { MAX_VERSION } from "../../protocol/limits.ts";

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
  if (!isObject(value)) throw new DamageError(path, "must be an object");
  return value;
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * One record at a time; its place is put into words only where something is wrong. Values are taken
 * out of the record by the caller, by name: that is several times faster than by key.
 */
export class Fields {
  record: Json = {};
  index = 0;
  readonly #list: string;

  /** @param list path of the list that the records are of; empty for the file itself */
  constructor(list: string) {
    this.#list = list;
  }

  /** Goes to the record at this index of the list. */
  moveTo(value: unknown, index: number): Json {
    this.index = index;
    if (!isObject(value)) this.failWhole("must be an object");
    this.record = value;
    return value;
  }

  text(value: unknown, key: string): string {
    if (typeof value !== "string" || value === "") {
      this.fail(key, "must be text that is not empty");
    }
    return value;
  }

  anyText(value: unknown, key: string): string {
    if (typeof value !== "string") this.fail(key, "must be text");
    return value;
  }

  /** `undefined` for null and for empty text as well. */
  optionalText(value: unknown, key: string): string | undefined {
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "string") this.fail(key, "must be text or null");
    return value === "" ? undefined : value;
  }

  optionalObject(value: unknown, key: string): Json | undefined {
    if (value === undefined || value === null) return undefined;
    if (!isObject(value)) this.fail(key, "must be an object");
    return value;
  }

  version(value: unknown, key: string): number {
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
