/**
 * `@memtrace/sdk/identity`: decides when two recorded values are versions of one variable.
 * `byContent` and `byObject` return a value's name; use them as a description's `name`.
 * `instancesOf` and `firstOf` return rules for the client's option `describe`.
 */
import { encode, isObject } from "../core/encode.ts";
import type { Description } from "./variable.ts";

/** Names a value by its content, so equal contents are one variable. */
export function byContent(value: unknown): string {
  return `${typeOf(value)}:${digestOf(encode(value))}`;
}

const numbers = new WeakMap<object, string>();

/**
 * Returns a name for one object. The name stays the same when the object's content changes, so the
 * changed object is recorded as a new version. In another process, an equal object gets another
 * name. A value that is not an object is named by its content.
 */
export function byObject(value: unknown): string {
  if (!isObject(value)) return byContent(value);
  const number = numbers.get(value) ?? crypto.randomUUID();
  numbers.set(value, number);
  return `${typeOf(value)}:${number}`;
}

type Rule = (value: unknown) => Description | null | undefined;

/** Returns a rule that describes instances of a class and its subclasses. */
export function instancesOf<T>(
  type: abstract new (...args: never[]) => T,
  describe: (value: T) => Description | null | undefined,
): Rule {
  return (value) => (value instanceof type ? describe(value) : undefined);
}

/** Returns a rule that uses the first matching rule. */
export function firstOf(...rules: readonly Rule[]): Rule {
  return (value) => {
    for (const rule of rules) {
      const description = rule(value);
      if (description !== undefined) return description;
    }
    return undefined;
  };
}

function typeOf(value: unknown): string {
  return isObject(value) ? (value.constructor?.name ?? "Object") : typeof value;
}

/**
 * Returns a 64-bit hash, made of two independent 32-bit hashes. With only 32 bits, different values
 * of one graph could get the same hash.
 */
function digestOf(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b);
    b ^= b >>> 13;
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
