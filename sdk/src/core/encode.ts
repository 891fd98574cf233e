/**
 * Encodes values as text. A text stays unchanged; any other value becomes JSON. If a value cannot
 * be read, these functions do not throw.
 */

import { MARKER_CHARS, MAX_TEXT_PARTS, MIN_ID_CHARS } from "./bounds.ts";
import { MAX_TEXT_CHARS } from "./wire.ts";

/** Returns the value's text, or `[unreadable]` if reading the value fails. */
export function encode(value: unknown): string {
  if (typeof value === "string") return value;
  let text = encoded?.get(value);
  if (!text) {
    try {
      room = MAX_TEXT_PARTS;
      text = JSON.stringify(plain(value, [])) ?? String(value);
    } catch {
      text = "[unreadable]";
    }
    if (encoded !== undefined) encoded = (encoded ?? new Map()).set(value, text);
  }
  return text;
}

/**
 * Maps values to their texts during `encodingOnce`. Undefined outside of `encodingOnce`. Null until
 * the first value is encoded, because most calls have only texts and need no map.
 */
let encoded: Map<unknown, string> | null | undefined;
/**
 * How much of the current value the SDK may still read. Each string that it reads lowers this
 * number by the string's length. Any other part of the value lowers it by 1.
 */
let room = 0;

/**
 * Runs `work`. Until it ends, `encode` remembers the text of each value, so that it encodes no
 * value twice. `work` must not change a value, because the remembered text would then be wrong.
 */
export function encodingOnce<R>(work: () => R): R {
  encoded = null;
  try {
    return work();
  } finally {
    encoded = undefined;
  }
}

/**
 * Returns a copy that JSON can represent: it has no circular references and only JSON's types. If
 * two fields refer to the same object, the copy contains the object twice. If many objects refer to
 * each other, the copy could become huge, so `room` limits it.
 */
function plain(given: unknown, above: readonly unknown[]): unknown {
  room -= typeof given === "string" ? given.length : 1;
  if (typeof given === "bigint") return String(given);
  const toJson = read(given, "toJSON");
  const value: unknown = typeof toJson === "function" ? toJson.call(given) : given;
  if (!isObject(value)) return value;
  // If `room` is used up, read no more fields. The text is already over the limit, so the SDK will
  // cut it before this position.
  if (room < 0 || above.includes(value)) return "[circular]";
  const inside = [...above, value];
  const list = (parts: Iterable<unknown>) => Array.from(parts, (part) => plain(part, inside));
  if (Array.isArray(value) || value instanceof Set) return list(value);
  if (value instanceof Error) return { name: value.name, message: value.message };
  const isMap = value instanceof Map;
  // A class instance inside a value is usually a client with settings and secrets. So encode only
  // the name of its class.
  const isPart = above.length > 0 || ArrayBuffer.isView(value);
  if (isPart && !isMap && !isPlainObject(value)) return `[${value.constructor?.name}]`;
  const entries: [unknown, unknown][] = isMap ? [...value] : fieldsOf(value);
  return entries.every(([key]) => typeof key === "string")
    ? Object.fromEntries(entries.map(([key, part]) => [key, plain(part, inside)]))
    : list(entries);
}

export function read(value: unknown, key: PropertyKey): unknown {
  try {
    return (value as Record<PropertyKey, unknown> | undefined)?.[key];
  } catch {
    return undefined;
  }
}

/** Whether the value is an object made with `{}` or `Object.create(null)`, not with a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || isThenable(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

export function isData(value: unknown): boolean {
  return Array.isArray(value) || isPlainObject(value);
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof read(value, "then") === "function";
}

/**
 * Cuts the text to at most `max` characters. A marker at the end states the full length. Never
 * splits a surrogate pair.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = wholeCharacters(text, max - MARKER_CHARS);
  return `${text.slice(0, kept)}…[memtrace: cut, ${kept} of ${text.length} characters kept]`;
}

export function cutToLimit(text: string | undefined): string | undefined {
  return text && cut(text, MAX_TEXT_CHARS);
}

/**
 * Returns an index at which the text can be cut. This is `index`, or `index - 1` if a cut at
 * `index` would split a surrogate pair.
 */
export function wholeCharacters(text: string, index: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(index - 1)) ? index - 1 : index;
}

/** Returns an object's fields. A field that cannot be read has the value undefined. */
export function fieldsOf(value: object): [string, unknown][] {
  return Object.keys(value).map((key) => [key, read(value, key)]);
}

/** Whether the value is a text with white space. Ids and keys have none. */
export function isSentence(value: unknown): value is string {
  return typeof value === "string" && /\s/.test(value);
}

export function idOf(value: unknown, minChars = MIN_ID_CHARS): string | undefined {
  const id = read(value, "id");
  return typeof id === "string" && id.length >= minChars ? id : undefined;
}
