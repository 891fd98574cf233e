/**
 * Reads the fields of untrusted JSON records. A fault throws a `DamageError` with its path in the
 * file.
 */

import { MAX_NAME_CHARS, MAX_VERSION } from "../../protocol/limits.ts";

const TOO_LONG = `is longer than ${MAX_NAME_CHARS} characters; shorten it everywhere in the file`;

export type Json = Record<string, unknown>;

/** `path` is the position of the fault, for example `data.edges[12].op_id`. */
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
 * Checks the fields of one record at a time. The path of a field is built only if the field has a
 * fault. Callers read values by fixed property names, because `record[key]` is several times
 * slower.
 */
export class Fields {
  record: Json = {};
  index = 0;
  readonly #list: string;

  /** @param list path of the list that has the records; empty for the file itself */
  constructor(list: string) {
    this.#list = list;
  }

  /** Makes the record at this index of the list the current record. */
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

  /**
   * Checks a text and its length. The length of ids, names and labels is limited, because the
   * database repeats them in each row of a case.
   */
  name(value: unknown, key: string): string {
    const name = this.text(value, key);
    if (name.length > MAX_NAME_CHARS) this.fail(key, TOO_LONG);
    return name;
  }

  /** Like `name`, but null, undefined and empty text give undefined. */
  optionalName(value: unknown, key: string): string | undefined {
    const name = this.optionalText(value, key);
    if (name !== undefined && name.length > MAX_NAME_CHARS) this.fail(key, TOO_LONG);
    return name;
  }

  anyText(value: unknown, key: string): string {
    if (typeof value !== "string") this.fail(key, "must be text");
    return value;
  }

  /** Like `text`, but null, undefined and empty text give undefined. */
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

  /** Fails with the path of the whole record. */
  failWhole(message: string): never {
    throw new DamageError(this.#place(), message);
  }

  #place(key?: string): string {
    if (this.#list === "") return key ?? "the file";
    return `${this.#list}[${this.index}]${key === undefined ? "" : `.${key}`}`;
  }
}
