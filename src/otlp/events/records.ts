/**
 * Reads memory units from the result of a store or a tool. The field names differ between stores.
 */

import type { Content } from "../conventions/content.ts";
import { parsed } from "../encoding/attributes.ts";

const TEXT_FIELDS = [
  "memory",
  "content",
  "text",
  "fact",
  "document",
  "page_content",
  "pageContent",
];
const MORE_TEXT_FIELDS = ["value", "data", "summary", "body", "message", "note"];
const ID_FIELDS = ["id", "memory_id", "memoryId", "record_id", "recordId", "key", "_id", "uuid"];
const LIST_FIELDS = [
  "results",
  "memories",
  "records",
  "documents",
  "items",
  "episodes",
  "hits",
  "matches",
  "data",
];
const MAX_DEPTH = 8;
/** Matches an id. Some stores return only the ids of units, as a list of texts. */
const ID = /^(?=[\w:.@/-]*\d)[\w:.@/-]{6,128}$/;

/** Reads a list of units, also from JSON text. Undefined if the value is not a list of units. */
export function recordsIn(value: unknown, depth = 0): Content[] | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (typeof value === "string") {
    const data = parsed(value);
    return data === undefined ? undefined : recordsIn(data, depth + 1);
  }
  if (Array.isArray(value)) {
    return value.flatMap((item) => recordOf(item) ?? recordsIn(item, depth + 1) ?? []);
  }
  if (typeof value !== "object" || value === null) return undefined;
  const list = LIST_FIELDS.map((name): unknown => Reflect.get(value, name)).find(Array.isArray);
  if (list !== undefined) return recordsIn(list, depth + 1);
  const single = recordOf(value);
  return single && [single];
}

function recordOf(item: unknown): Content | undefined {
  if (typeof item === "string") {
    if (item.trim() === "") return undefined;
    return ID.test(item) ? { role: "record", id: item } : { role: "record", text: item };
  }
  if (typeof item !== "object" || item === null || Array.isArray(item)) return undefined;
  const id = idIn(item);
  const text = textIn(item);
  if (text === undefined && id === undefined) return undefined;
  // In mem0's answers, `event` says what happened to a unit, for example `ADD` or `DELETE`.
  const event: unknown = Reflect.get(item, "event");
  const isGone = typeof event === "string" && /^delete/i.test(event);
  const said = isGone ? "" : text;
  return {
    role: "record",
    ...(id === undefined ? {} : { id }),
    ...(said === undefined ? {} : { text: said }),
  };
}

function idIn(item: object): string | undefined {
  for (const name of ID_FIELDS) {
    const id: unknown = Reflect.get(item, name);
    if ((typeof id === "string" && id !== "") || typeof id === "number") return `${id}`;
  }
  return undefined;
}

/**
 * Returns the first text in the fields of the item; undefined if there is none. If a field contains
 * an object without a text, returns the JSON of this object.
 */
export function textIn(item: object): string | undefined {
  for (const name of [...TEXT_FIELDS, ...MORE_TEXT_FIELDS]) {
    const text: unknown = Reflect.get(item, name);
    if (typeof text === "string" && text !== "") return text;
    if (typeof text === "object" && text !== null && !Array.isArray(text)) {
      return textIn(text) ?? JSON.stringify(text);
    }
  }
  return undefined;
}

/** Returns the query in a tool's arguments. If they contain no query, returns the whole text. */
export function queryIn(text: string): string {
  const data = parsed(text);
  if (typeof data !== "object" || data === null) return text;
  for (const name of ["query", "question", "q", "search", "text", "input", "prompt"]) {
    const asked: unknown = Reflect.get(data, name);
    if (typeof asked === "string" && asked !== "") return asked;
  }
  return text;
}
