/**
 * Checks the body of `POST /v1/events`. Rejects a body that is not JSON. An invalid event does not
 * affect other events. A value over the limit is cut and marked.
 */

import type { EventCut, EventRejection } from "../api/api.ts";
import { restoreDigits } from "../json/exact-json.ts";
import { type JsonFault, parseExactJson, parseJson } from "../json/json-text.ts";
import {
  MAX_BATCH_EVENTS,
  MAX_METADATA_CHARS,
  MAX_METADATA_DEPTH,
  MAX_TEXT_CHARS,
} from "../limits.ts";
import { failure, type Result, success } from "../result.ts";
import { boundEvent, tooDeep } from "./bound-event.ts";
import { TraceEvent } from "./events.ts";
import { type Check, isCertainlyValid } from "./fast-validation.ts";

export interface AdmittedEvent {
  /** Index of the event in the batch. */
  readonly index: number;
  readonly event: TraceEvent;
  /** The event as stored. If nothing had to change, this is the client's line. */
  readonly json: string;
}

export interface AdmittedBatch {
  readonly events: AdmittedEvent[];
  readonly rejected: EventRejection[];
  readonly cut: EventCut[];
}

/** Why a whole batch is rejected. */
export type BatchFault =
  | { readonly kind: "malformed"; readonly at: JsonFault }
  | { readonly kind: "too-many"; readonly count: number };

/**
 * Changes a valid event, for example to redact personal data. The service calls this function
 * before it cuts long values and stores the event. If the function changes nothing, it must return
 * the same object.
 */
export type EventChange = (event: TraceEvent) => TraceEvent;

/** Reads NDJSON or a JSON array. */
export function readBatch(body: string, change?: EventChange): Result<AdmittedBatch, BatchFault> {
  const parsed = parseItems(body);
  if (!parsed.ok) return failure({ kind: "malformed", at: parsed.fault });
  const { items, lines } = parsed.value;
  if (items.length > MAX_BATCH_EVENTS) return failure({ kind: "too-many", count: items.length });
  const batch: AdmittedBatch = { events: [], rejected: [], cut: [] };
  items.forEach((item, index) => {
    admit(item, lines?.[index], index, batch, change);
  });
  return success(withOneEventOfAnId(batch));
}

/** Rejects an event if an earlier event has the same graph and id but other content. */
function withOneEventOfAnId(batch: AdmittedBatch): AdmittedBatch {
  // Sort the ids to find equal ones. A set would need more memory, because V8 would keep a copy of
  // every id.
  const ids = batch.events.map(({ event }) => event.id).toSorted();
  if (ids.every((id, at) => id !== ids[at + 1])) return batch;
  const byGraph = new Map<string, Map<string, string>>();
  const refused: EventRejection[] = [];
  for (const { index, event, json } of batch.events) {
    const known = byGraph.get(event.graph) ?? new Map<string, string>();
    byGraph.set(event.graph, known);
    const told = known.get(event.id);
    if (told === undefined) known.set(event.id, json);
    else if (told !== json) {
      const message = `id: an earlier event of this batch has the id ${event.id} and was accepted. Give each event its own id.`;
      refused.push({ index, code: "invalid_event", message });
    }
  }
  if (refused.length === 0) return batch;
  const places = new Set(refused.map(({ index }) => index));
  return {
    events: batch.events.filter(({ index }) => !places.has(index)),
    rejected: [...batch.rejected, ...refused].toSorted((a, b) => a.index - b.index),
    cut: batch.cut.filter(({ index }) => !places.has(index)),
  };
}

function admit(
  item: unknown,
  line: string | undefined,
  index: number,
  batch: AdmittedBatch,
  change?: EventChange,
): void {
  const isAsSent = line !== undefined && line.length <= SHORT_LINE_CHARS && isPlain(item);
  // Parsing loses digits of very long numbers. If the event is stored as the client sent it, it
  // keeps all digits. Otherwise, restore the lost digits from the line.
  const given = isAsSent || line === undefined ? item : restoreDigits(line, item);
  const parsed = isAsSent ? { success: true as const, data: item } : TraceEvent.safeParse(given);
  if (!parsed.success) {
    batch.rejected.push(rejection(item, index, parsed.error.issues));
    return;
  }
  const event = isAsSent ? parsed.data : withEveryKey(parsed.data, given);
  // Only imported files may contain links from a value to itself.
  if (event.type === "link" && event.from === event.to && event.imported === undefined) {
    batch.rejected.push({
      index,
      code: "self_link",
      message: `from and to are both ${event.from}. A link leads from one value to another: record the changed value under its own ref.`,
    });
    return;
  }
  if (event.type === "variable" && (event.value === undefined) === (event.splice === undefined)) {
    batch.rejected.push({
      index,
      code: "value_missing",
      message:
        "A variable must have either value or splice, not both. Send the text of the value in value.",
    });
    return;
  }
  const changed = change?.(event) ?? event;
  if (isAsSent && changed === event) {
    batch.events.push({ index, event, json: line });
    return;
  }
  // Parsing can lose digits of long numbers. Then `change` got an event with inexact numbers. So
  // call `change` again with the event that has all digits.
  const exact = isAsSent && change !== undefined ? restoreDigits(line, item) : item;
  const bounded = boundEvent(exact === item ? changed : (change?.(exact as TraceEvent) ?? changed));
  if (!bounded.ok) {
    batch.rejected.push({ index, code: "invalid_event", message: bounded.fault });
    return;
  }
  const { cut: cuts, ...stored } = bounded.value;
  for (const cut of cuts) batch.cut.push({ index, ...cut });
  batch.events.push({ index, ...stored });
}

/**
 * The schema copies `metadata` and `origin`, but the copy lacks a key called `__proto__`. This key
 * is ordinary data, so use the original record if it has this key.
 */
function withEveryKey(event: TraceEvent, item: unknown): TraceEvent {
  const { metadata, origin }: { metadata?: unknown; origin?: unknown } = Object(item);
  const kept = Object.entries({ metadata, origin }).filter(
    ([, record]) => typeof record === "object" && Object.hasOwn(Object(record), "__proto__"),
  );
  return kept.length === 0 ? event : { ...event, ...Object.fromEntries(kept) };
}

/**
 * In a line of at most this many characters, no value of the event can be longer than its limit.
 * For metadata, only a sixth of the limit is used, because the service parses each number and
 * writes it again. This can make a number six times as long: for example, `1e20` becomes 21 digits.
 */
const SHORT_LINE_CHARS = Math.min(MAX_TEXT_CHARS, MAX_METADATA_CHARS / 6);
const PLAIN: ReadonlyMap<unknown, Check> = new Map(
  TraceEvent.options.map((option) => [option.shape.type.value, isCertainlyValid(option)]),
);

/** Whether the event is certainly valid and needs no change. */
function isPlain(item: unknown): item is TraceEvent {
  if (typeof item !== "object" || item === null || !("type" in item)) return false;
  const check = PLAIN.get(item.type);
  return check?.(item) === true && !hasDepth(item);
}

function hasDepth(item: object): boolean {
  const { metadata, origin }: { metadata?: unknown; origin?: unknown } = item;
  return tooDeep(metadata, MAX_METADATA_DEPTH) || tooDeep(origin, MAX_METADATA_DEPTH);
}

function rejection(
  item: unknown,
  index: number,
  issues: readonly { path: PropertyKey[]; message: string; code?: string }[],
): EventRejection {
  const type = typeof item === "object" && item !== null && "type" in item ? item.type : undefined;
  const known = TraceEvent.options.map((option) => option.shape.type.value);
  if (!known.some((name) => name === type)) {
    return {
      index,
      code: "unknown_type",
      message: `${wrongType(item, type)}; it must be one of ${known.join(", ")}.`,
    };
  }
  const problems = issues.slice(0, 3).map(({ path, message }) => {
    const field = path.map(String).join(".") || "event";
    return isMissing(item, path) ? `${field} is missing` : `${field}: ${message}`;
  });
  const told = [...new Set(problems)].join("; ");
  return { index, code: "invalid_event", message: `${told}.` };
}

function wrongType(item: unknown, type: unknown): string {
  if (typeof type === "string") return `type is "${type.slice(0, 40)}"`;
  if (typeof item !== "object" || item === null || Array.isArray(item)) {
    return "the event is not an object with a type";
  }
  if ("graph_id" in item && "data" in item) return IS_GRAPH_FILE;
  return type === undefined ? "type is missing" : "type is not text";
}

function isMissing(item: unknown, path: readonly PropertyKey[]): boolean {
  const value = path.reduce<unknown>(
    (holder, key) =>
      typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : undefined,
    item,
  );
  return value === undefined;
}

/**
 * Matches the beginning of a graph file. Such a file is not NDJSON, because its JSON has several
 * lines.
 */
const GRAPH_FILE = /^\s*\{[^{]{0,2000}"graph_id"\s*:/;
const IS_GRAPH_FILE = "this is a graph file, which goes to POST /v1/graphs";

/** Returns the items of the body. `lines` is set if each item has its own line. */
function parseItems(
  body: string,
): Result<{ items: unknown[]; lines?: readonly string[] }, JsonFault> {
  if (/^\s*\[/.test(body)) {
    const parsed = parseExactJson(body);
    if (!parsed.ok) return parsed;
    return success({ items: Array.isArray(parsed.value) ? parsed.value : [parsed.value] });
  }
  const items: unknown[] = [];
  const lines: string[] = [];
  for (const [index, line] of body.split("\n").entries()) {
    const trimmed = line.trim();
    if (trimmed === "") continue;
    const parsed = parseJson(line);
    if (!parsed.ok) {
      if (GRAPH_FILE.test(body)) return failure({ ...parsed.fault, message: IS_GRAPH_FILE });
      const linesBefore = parsed.fault.line - 1;
      return failure({ ...parsed.fault, line: index + 1 + linesBefore });
    }
    items.push(parsed.value);
    lines.push(trimmed);
  }
  return success({ items, lines });
}
