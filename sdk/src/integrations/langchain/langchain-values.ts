/** What LangChain's values say. */
import { encode, isObject, isPlainObject } from "../../core/encode.ts";
import type { Description } from "../../record/variable.ts";

/** A document, as far as it is read. */
export interface Document {
  pageContent: string;
  id?: string | undefined;
}

/** What of messages, of their parts, and of prompts and commands is read. */
interface Spoken {
  content?: unknown;
  text?: unknown;
  role?: unknown;
  type?: unknown;
  tool_calls?: unknown;
  messages?: unknown;
  update?: unknown;
  value?: unknown;
}

const MAX_DEPTH = 6;

export function isDocument(value: unknown): value is Document {
  return isObject(value) && typeof Reflect.get(value, "pageContent") === "string";
}

/** What is said in a conversation. */
export const MESSAGE: Description = { category: "message" };

/** A document is a memory unit, called by its id where it has one. */
function unitOf({ id, pageContent }: Document): Description {
  return { name: id, value: pageContent, category: "memory_entry" };
}

/** Documents say what they are; the rest is what the step takes or makes. */
export function describing(other: Description | undefined) {
  return (value: unknown): Description | undefined => (isDocument(value) ? unitOf(value) : other);
}

/**
 * The documents and the texts of what a step is given or gives: of messages, prompts, the fields of a
 * state.
 */
export function partsOf(value: unknown, depth = 0): unknown[] {
  if (typeof value === "string") return value ? [value] : [];
  if (!isObject(value) || depth > MAX_DEPTH) return [];
  if (isDocument(value)) return [value];
  const parts = (of: readonly unknown[]) => of.flatMap((part) => partsOf(part, depth + 1));
  if (Array.isArray(value)) return parts(value);
  const { content, text, role, type, tool_calls: calls, ...rest } = spokenOf(value);
  if (content !== undefined && (role ?? type ?? !isPlainObject(value)))
    return [...parts([content]), ...(Array.isArray(calls) && calls[0] ? [encode(calls)] : [])];
  if (type === "text") return parts([text]);
  return parts(isPlainObject(value) ? Object.values(value) : Object.values(rest));
}

function spokenOf(value: Spoken): Spoken {
  const { content, text, role, type, tool_calls, messages, update, value: whole } = value;
  return { content, text, role, type, tool_calls, messages, update, value: whole };
}

/** More of what a run is given, or gives, costs more than it tells. */
const MAX_PARTS = 50;

/** Of a long conversation how it begins, and the latest of it. */
export function latest(parts: readonly unknown[]): readonly unknown[] {
  return parts.length > MAX_PARTS ? [parts[0], ...parts.slice(1 - MAX_PARTS)] : parts;
}

/** Of many the first, which are the best of what is found. */
export function foremost(parts: readonly unknown[]): readonly unknown[] {
  return parts.slice(0, MAX_PARTS);
}

interface Made {
  message?: { tool_calls?: unknown };
  text?: unknown;
}

function madeIn(result: unknown): Made[] {
  const { generations } = Object(result) as { generations?: unknown };
  return [generations].flat(2).map((made): Made => Object(made));
}

/** The answers of a model. */
export function answersOf(result: unknown): unknown[] {
  return madeIn(result).flatMap(({ message, text }) => partsOf(message ?? text));
}

/** The calls of tools in a model's answer: their text, and the id of each. */
export function toolCallsOf(result: unknown): { calls: string; ids: string[] }[] {
  return madeIn(result).flatMap(({ message }) => {
    const calls = message?.tool_calls;
    if (!Array.isArray(calls) || !calls[0]) return [];
    return { calls: encode(calls), ids: calls.map(({ id }: { id?: unknown }) => String(id)) };
  });
}
