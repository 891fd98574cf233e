/** Reads the fields of an untrusted JSON record; what is wrong is thrown with its place. */

type Json = Record<string, unknown>;

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

export function string(value: unknown, path: string): string {
  if (typeof value !== "string") throw new DamageError(path, "must be text");
  return value;
}

export function text(record: Json, key: string, path: string): string {
  const value = record[key];
  if (typeof value !== "string" || value === "") {
    throw new DamageError(place(path, key), "must be text that is not empty");
  }
  return value;
}

export function optionalText(record: Json, key: string, path: string): string | undefined {
  const value = record[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw new DamageError(place(path, key), "must be text or null");
  return value === "" ? undefined : value;
}

export function optionalObject(record: Json, key: string, path: string): Json | undefined {
  const value = record[key];
  return value === undefined || value === null ? undefined : object(value, place(path, key));
}

export function integer(record: Json, key: string, path: string): number {
  const value = record[key];
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1) {
    throw new DamageError(place(path, key), "must be a whole number from 1");
  }
  return value;
}

function place(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

export function unique(seen: Set<string>, id: string, path: string): string {
  if (seen.has(id)) throw new DamageError(path, `${id} occurs twice`);
  seen.add(id);
  return id;
}

export function known(
  ids: ReadonlySet<string>,
  id: string,
  path: string,
  otherwise: string,
): string {
  if (!ids.has(id)) throw new DamageError(path, `${id}: ${otherwise}`);
  return id;
}
