/** What LangChain's values say. */
import { encode, isObject, isPlainObject } from "./encode.ts";
import type { Description } from "./variable.ts";

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

/** A document is a memory unit, called by its id where it has one. */
export function unitOf({ id, pageContent }: Document): Description {
  return { name: id, value: pageContent, category: "memory_entry" };
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

/** The answers of a model. */
export function answersOf(result: unknown): unknown[] {
  const { generations } = Object(result) as { generations?: unknown };
  return [generations]
    .flat(2)
    .map((made) => Object(made) as { message?: unknown; text?: unknown })
    .flatMap(({ message, text }) => partsOf(message ?? text));
}
