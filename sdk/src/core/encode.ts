/**
 * Encodes values as text. A text stays unchanged. Any other value becomes JSON. No function here
 * throws.
 */

import { MARKER_CHARS, MAX_TEXT_PARTS, MIN_ID_CHARS } from "./bounds.ts";
import { MAX_TEXT_CHARS } from "./wire.ts";

/** Returns the text of a value. If reading the value fails, returns `[unreadable]`. */
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
    encoded?.set(value, text);
  }
  return text;
}

let encoded: Map<unknown, string> | undefined;
/** Remaining budget of parts and characters for the value that is being encoded now. */
let room = 0;

/** Runs work that changes no value, so each value needs to be encoded only once. */
export function encodingOnce<R>(work: () => R): R {
  encoded = new Map();
  try {
    return work();
  } finally {
    encoded = undefined;
  }
}

/**
 * Returns a copy without circular references and without types that JSON lacks. `room` limits the
 * size of the copy: objects that refer to each other can be reached on a huge number of paths.
 */
function plain(given: unknown, above: readonly unknown[]): unknown {
  room -= typeof given === "string" ? given.length : 1;
  if (typeof given === "bigint") return String(given);
  const toJson = read(given, "toJSON");
  const value: unknown = typeof toJson === "function" ? toJson.call(given) : given;
  if (!isObject(value)) return value;
  // When the budget is used up, read no more fields: the text will be cut before this position.
  if (room < 0 || above.includes(value)) return "[circular]";
  const inside = [...above, value];
  const list = (parts: Iterable<unknown>) => Array.from(parts, (part) => plain(part, inside));
  if (Array.isArray(value) || value instanceof Set) return list(value);
  if (value instanceof Error) return { name: value.name, message: value.message };
  const isMap = value instanceof Map;
  // Do not encode a class instance that lies inside a value. It is usually a client that contains
  // configuration and secrets.
  const isPart = above.length > 0 || ArrayBuffer.isView(value);
  if (isPart && !isMap && !isPlainObject(value)) return `[${value.constructor?.name}]`;
  const entries: [unknown, unknown][] = isMap ? [...value] : fieldsOf(value);
  return entries.every(([key]) => typeof key === "string")
    ? Object.fromEntries(entries.map(([key, part]) => [key, plain(part, inside)]))
    : list(entries);
}

/** Returns a property, or undefined if reading it throws. */
export function read(value: unknown, key: PropertyKey): unknown {
  try {
    return Object(value)[key];
  } catch {
    return undefined;
  }
}

/** Whether the object was made by `{}` or `Object.create(null)`, not by a class. */
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
 * Returns at most `max` characters of the text. A cut text ends in a marker that states the full
 * length. Never splits a surrogate pair.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = wholeCharacters(text, max - MARKER_CHARS);
  return `${text.slice(0, kept)}…[memtrace: cut, ${kept} of ${text.length} characters kept]`;
}

/** Cuts a comment, a reason or an error message to the service's limit. */
export function cutToLimit(text: string | undefined): string | undefined {
  return text && cut(text, MAX_TEXT_CHARS);
}

/** Returns the index, or `index - 1` if the index lies inside a surrogate pair. */
export function wholeCharacters(text: string, index: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(index - 1)) ? index - 1 : index;
}

/** Returns the fields of an object. If reading a field throws, its value is undefined. */
export function fieldsOf(value: object): [string, unknown][] {
  return Object.keys(value).map((key) => [key, read(value, key)]);
}

/** Whether the value is a text that contains white space. Ids and keys contain none. */
export function isSentence(value: unknown): value is string {
  return typeof value === "string" && /\s/.test(value);
}

/** Returns the object's own `id`, if it is a text of at least `minChars`. */
export function idOf(value: unknown, minChars = MIN_ID_CHARS): string | undefined {
  const id = read(value, "id");
  return typeof id === "string" && id.length >= minChars ? id : undefined;
}
