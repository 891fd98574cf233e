/**
 * `@memtrace/sdk/identity`: what makes two values the same one. A strategy gives a value its name:
 * for one value as the `name` of its description, for a whole type through `describe` of the client.
 */
import { encode, isObject } from "../core/encode.ts";
import type { Description } from "./variable.ts";

/** Equal content is the same value. */
export function byContent(value: unknown): string {
  return `${typeOf(value)}:${digestOf(encode(value))}`;
}

const numbers = new WeakMap<object, string>();

/**
 * The object itself is the value, and what becomes of its content are its versions. The name holds
 * in this process alone. What is no object goes by its content.
 */
export function byObject(value: unknown): string {
  if (!isObject(value)) return byContent(value);
  const number = numbers.get(value) ?? crypto.randomUUID();
  numbers.set(value, number);
  return `${typeOf(value)}:${number}`;
}

type Rule = (value: unknown) => Description | null | undefined;

/** Describes the instances of a class and of those that extend it. */
export function instancesOf<T>(
  type: abstract new (...args: never[]) => T,
  describe: (value: T) => Description | null | undefined,
): Rule {
  return (value) => (value instanceof type ? describe(value) : undefined);
}

/** The description of the first rule that has one. */
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

/** 64 bits in two independent halves: enough to tell the values of one graph apart. */
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
