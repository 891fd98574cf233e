import { encode, isObject, isPlainObject } from "../../core/encode.ts";
import type { Description } from "../../record/variable.ts";

/** The fields that this integration reads from a document. */
export interface Document {
  pageContent: string;
  id?: string | undefined;
}

/** The fields that this integration reads from messages, parts, prompts and commands. */
interface MessageFields {
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

export const MESSAGE: Description = { category: "message" };

function unitOf({ id, pageContent }: Document): Description {
  return { name: id, value: pageContent, category: "memory_entry" };
}

/** Describes documents as memory units, and any other value with `other`. */
export function describing(other: Description | undefined) {
  return (value: unknown): Description | undefined => (isDocument(value) ? unitOf(value) : other);
}

/**
 * Returns the documents and texts in a step's input or output. Searches messages, prompts and the
 * fields of a state.
 */
export function partsOf(value: unknown, depth = 0): unknown[] {
  if (typeof value === "string") return value ? [value] : [];
  if (!isObject(value) || depth > MAX_DEPTH) return [];
  if (isDocument(value)) return [value];
  const parts = (of: readonly unknown[]) => of.flatMap((part) => partsOf(part, depth + 1));
  if (Array.isArray(value)) return parts(value);
  const { content, text, role, type, tool_calls: calls, ...rest } = messageFields(value);
  if (content !== undefined && (role ?? type ?? !isPlainObject(value)))
    return [...parts([content]), ...(Array.isArray(calls) && calls[0] ? [encode(calls)] : [])];
  if (type === "text") return parts([text]);
  return parts(isPlainObject(value) ? Object.values(value) : Object.values(rest));
}

function messageFields(value: MessageFields): MessageFields {
  const { content, text, role, type, tool_calls, messages, update, value: whole } = value;
  return { content, text, role, type, tool_calls, messages, update, value: whole };
}

/**
 * Maximum documents and texts to record per input or output. Recording more would cost too much.
 */
const MAX_PARTS = 50;

/** Returns the first value (usually the instruction) and the latest values. */
export function latestParts(parts: readonly unknown[]): readonly unknown[] {
  return parts.length > MAX_PARTS ? [parts[0], ...parts.slice(1 - MAX_PARTS)] : parts;
}

/** Returns the first values: a search puts its best results first. */
export function firstParts(parts: readonly unknown[]): readonly unknown[] {
  return parts.slice(0, MAX_PARTS);
}

interface Generation {
  message?: { tool_calls?: unknown };
  text?: unknown;
}

function generationsIn(result: unknown): Generation[] {
  const { generations } = Object(result) as { generations?: unknown };
  return [generations].flat(2).map((made): Generation => Object(made));
}

export function answersOf(result: unknown): unknown[] {
  return generationsIn(result).flatMap(({ message, text }) => partsOf(message ?? text));
}

/** Returns the tool calls of a model's answer, as JSON and with their ids. */
export function toolCallsOf(result: unknown): { calls: string; ids: string[] }[] {
  return generationsIn(result).flatMap(({ message }) => {
    const calls = message?.tool_calls;
    if (!Array.isArray(calls) || !calls[0]) return [];
    return { calls: encode(calls), ids: calls.map(({ id }: { id?: unknown }) => String(id)) };
  });
}
