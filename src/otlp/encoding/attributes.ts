/**
 * The decoded value of an attribute, which OTLP calls AnyValue. Bytes are text in base64. An
 * integer that is too large for a JavaScript number is also text.
 */
export type AttributeValue =
  | string
  | number
  | boolean
  | null
  | readonly AttributeValue[]
  | { readonly [key: string]: AttributeValue };

export type Attributes = ReadonlyMap<string, AttributeValue>;

/** Maximum nesting of values. Values that are nested deeper are left out. */
const MAX_DEPTH = 64;

/** Skips malformed entries. If a key occurs twice, its first value wins. */
export function readAttributes(list: unknown): Attributes {
  const attributes = new Map<string, AttributeValue>();
  for (const [key, value] of pairsOf(list, 0)) if (!attributes.has(key)) attributes.set(key, value);
  return attributes;
}

function pairsOf(list: unknown, depth: number): [string, AttributeValue][] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((pair): [string, AttributeValue][] => {
    const { key, value } = Object(pair);
    return typeof key === "string" ? [[key, readValue(value, depth)]] : [];
  });
}

function readValue(value: unknown, depth: number): AttributeValue {
  if (depth > MAX_DEPTH) return null;
  const any: Record<string, unknown> = Object(value);
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } =
    any;
  if (typeof stringValue === "string") return stringValue;
  if (typeof boolValue === "boolean") return boolValue;
  if (typeof intValue === "number" || typeof intValue === "string") return integer(intValue);
  // Infinity and NaN, which JSON lacks, arrive as text.
  if (typeof doubleValue === "number" || typeof doubleValue === "string")
    return Number(doubleValue);
  if (arrayValue !== undefined) {
    const { values } = Object(arrayValue);
    return Array.isArray(values) ? values.map((inner) => readValue(inner, depth + 1)) : [];
  }
  if (kvlistValue !== undefined) {
    return Object.fromEntries(pairsOf(Object(kvlistValue).values, depth + 1));
  }
  return typeof bytesValue === "string" ? bytesValue : null;
}

function integer(value: number | string): AttributeValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : `${value}`;
}

/** Returns the text of the first key whose value is not empty. Numbers and flags become text. */
export function textOf(attributes: Attributes, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    if (typeof value === "string" && value !== "") return value;
    if (typeof value === "number" || typeof value === "boolean") return `${value}`;
  }
  return undefined;
}

/**
 * Writes lists and maps as JSON. A template literal would throw for a map with a key `toString`.
 */
export function writtenText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : `${value}`;
}

/** Like `textOf`, but lists and maps become JSON text. */
export function scalarTextOf(
  attributes: Attributes,
  ...keys: readonly string[]
): string | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    if (typeof value === "object" && value !== null) return JSON.stringify(value);
    const text = textOf(attributes, key);
    if (text !== undefined) return text;
  }
  return undefined;
}

/**
 * Returns the data of an attribute. Some conventions send structured data, others send JSON text,
 * which is parsed here.
 */
export function dataOf(attributes: Attributes, key: string): unknown {
  const value = attributes.get(key);
  return typeof value === "string" ? (parsed(value) ?? value) : value;
}

/** Parses a JSON object or list of limited depth; undefined for any other text. */
export function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || isDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether the JSON could be nested too deeply. Brackets inside strings also count, so some valid
 * texts are not parsed.
 */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/**
 * In some conventions, the items of a list are spread over several keys, and each key contains the
 * index of an item. Returns the attributes of each item. Their keys are the parts after the index:
 * for example, `llm.input_messages.0.message.content` becomes `message.content` of the first item.
 */
export function indexedList(attributes: Attributes, prefix: string): Attributes[] {
  const items = new Map<number, Map<string, AttributeValue>>();
  for (const [key, value] of attributes) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const [, index, rest] = /^(\d{1,6})\.(.+)$/s.exec(key.slice(prefix.length + 1)) ?? [];
    if (index === undefined || rest === undefined) continue;
    const item = items.get(Number(index)) ?? new Map<string, AttributeValue>();
    items.set(Number(index), item.set(rest, value));
  }
  return [...items].sort(([a], [b]) => a - b).map(([, item]) => item);
}
