/** Values as text. Text stays as it is; everything else becomes JSON, and nothing makes it throw. */

import { MAX_TEXT_CHARS } from "./wire.ts";

const MARKER_CHARS = 80;

/** The text of a value. Never throws: what cannot be read says so. */
export function encode(value: unknown): string {
  if (typeof value === "string") return value;
  const known = encoded?.get(value);
  if (known !== undefined) return known;
  const text = toJson(value);
  encoded?.set(value, text);
  return text;
}

let encoded: Map<unknown, string> | undefined;

/** Runs work in which no value changes, so that each is encoded once. */
export function encodingOnce<R>(work: () => R): R {
  if (encoded) return work();
  encoded = new Map();
  try {
    return work();
  } finally {
    encoded = undefined;
  }
}

function toJson(value: unknown): string {
  try {
    // A replacer makes JSON.stringify several times as slow.
    return JSON.stringify(value, isJson(value, 0) ? undefined : replacer()) ?? String(value);
  } catch {
    return "[unreadable]";
  }
}

/** Deeper values, and so circles too, are left to the replacer. */
const MAX_JSON_DEPTH = 32;

function isJson(value: unknown, depth: number): boolean {
  if (!isObject(value)) return typeof value !== "bigint";
  if (depth > MAX_JSON_DEPTH) return false;
  if (!isData(value)) return value instanceof Date;
  for (const key in value) if (!isJson(Reflect.get(value, key), depth + 1)) return false;
  return true;
}

/** An object without a class of its own, which holds nothing but data. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || isThenable(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A list or a plain object. */
export function isData(value: unknown): boolean {
  return Array.isArray(value) || isPlainObject(value);
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** A promise, or what is awaited like one. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  try {
    return isObject(value) && typeof Reflect.get(value, "then") === "function";
  } catch {
    return false;
  }
}

/**
 * Text of at most `max` characters; what is cut ends in a marker that tells how much there was.
 * Never splits a surrogate pair.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = wholeCharacters(text, max - MARKER_CHARS);
  return `${text.slice(0, kept)}…[memtrace: cut, ${kept} of ${text.length} characters kept]`;
}

/** A comment, a reason or an error message, as long as the service takes it. */
export function cutText(text: string | undefined): string | undefined {
  return text && cut(text, MAX_TEXT_CHARS);
}

/** The index, or the one before where it stands inside a surrogate pair. */
export function wholeCharacters(text: string, index: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(index - 1)) ? index - 1 : index;
}

/** The fields of an object; none where reading them fails. */
export function fieldsOf(value: object): [string, unknown][] {
  try {
    return Object.entries(value);
  } catch {
    return [];
  }
}

/** A text that says something, unlike an id or a key. */
export function isSentence(value: unknown): value is string {
  return typeof value === "string" && /\s/.test(value);
}

/** Shorter ids are too likely to be another object's as well. */
const MIN_ID_CHARS = 8;

/** The id that an object brings along. */
export function idOf(value: unknown, minChars = MIN_ID_CHARS): string | undefined {
  if (!isObject(value)) return undefined;
  const id = fieldsOf(value).find(([name]) => name === "id")?.[1];
  return typeof id === "string" && id.length >= minChars ? id : undefined;
}

/** A JSON replacer that knows what JSON does not, and breaks circles. */
function replacer(): (this: unknown, key: string, value: unknown) => unknown {
  const ancestors: { shown: unknown; original: unknown }[] = [];
  return function replace(_key, value) {
    if (typeof value === "bigint") return `${value}`;
    if (!isObject(value)) return value;
    while (ancestors.length > 0 && ancestors.at(-1)?.shown !== this) ancestors.pop();
    if (ancestors.some(({ original }) => original === value)) return "[circular]";
    const shown = plain(value, ancestors.length === 0);
    ancestors.push({ shown, original: value });
    return shown;
  };
}

function plain(value: object, isWhole: boolean): unknown {
  if (value instanceof Map) {
    const entries = [...value];
    return entries.every(([key]) => typeof key === "string")
      ? Object.fromEntries(entries)
      : entries;
  }
  if (value instanceof Set) return [...value];
  if (value instanceof Error) return { name: value.name, message: value.message };
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    return `[${value.constructor.name}, ${value.byteLength} bytes]`;
  // As a part of a value, an instance is mostly a client, with its configuration and secrets.
  return isWhole || isData(value) ? value : `[${value.constructor?.name}]`;
}
