/**
 * From the body of `POST /v1/events` to admitted events. A body that is not JSON is refused whole;
 * an event that is wrong costs itself alone; a value over the limit is cut and marked.
 */
import type { EventCut, EventRejection } from "./api.ts";
import { TraceEvent } from "./events.ts";
import {
  MAX_BATCH_EVENTS,
  MAX_METADATA_CHARS,
  MAX_METADATA_DEPTH,
  MAX_TEXT_CHARS,
  MAX_VALUE_CHARS,
} from "./limits.ts";

export interface AdmittedEvent {
  /** Position in the batch. */
  readonly index: number;
  readonly event: TraceEvent;
}

export interface AdmittedBatch {
  readonly events: AdmittedEvent[];
  readonly rejected: EventRejection[];
  readonly cut: EventCut[];
}

export interface JsonFault {
  readonly message: string;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

export type BatchResult =
  | { readonly kind: "batch"; readonly batch: AdmittedBatch }
  | { readonly kind: "malformed"; readonly fault: JsonFault }
  | { readonly kind: "too_many"; readonly count: number };

/** Reads NDJSON or a JSON array. */
export function readBatch(body: string): BatchResult {
  const parsed = parseItems(body);
  if ("fault" in parsed) return { kind: "malformed", fault: parsed.fault };
  if (parsed.items.length > MAX_BATCH_EVENTS) {
    return { kind: "too_many", count: parsed.items.length };
  }
  const batch: AdmittedBatch = { events: [], rejected: [], cut: [] };
  parsed.items.forEach((item, index) => {
    admit(item, index, batch);
  });
  return { kind: "batch", batch };
}

function admit(item: unknown, index: number, batch: AdmittedBatch): void {
  const parsed = TraceEvent.safeParse(item);
  if (!parsed.success) {
    batch.rejected.push(rejection(item, index, parsed.error.issues));
    return;
  }
  const event = parsed.data;
  if (event.type === "link" && event.from === event.to) {
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
      message: "A variable carries either value or splice. Send the text of the value in value.",
    });
    return;
  }
  batch.events.push({ index, event: cutToLimits(event, index, batch.cut) });
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
      message: `type is ${JSON.stringify(type) ?? "missing"}; it must be one of ${known.join(", ")}.`,
    };
  }
  const problems = issues
    .slice(0, 3)
    .map((issue) => `${issue.path.map(String).join(".") || "event"}: ${issue.message}`);
  return { index, code: "invalid_event", message: `${problems.join("; ")}.` };
}

/** The visible end of a text that was cut. */
export function cutMarker(kept: number, length: number): string {
  return `…[memtrace: cut, ${kept} of ${length} characters kept]`;
}

function cutToLimits(event: TraceEvent, index: number, cuts: EventCut[]): TraceEvent {
  const cut = { ...event };
  const shorten = (field: string, text: string, limit: number): string => {
    if (text.length <= limit) return text;
    cuts.push({ index, field, length: text.length });
    const kept = isHighSurrogate(text, limit - 1) ? limit - 1 : limit;
    return text.slice(0, kept) + cutMarker(kept, text.length);
  };
  if (cut.metadata !== undefined) {
    const size = measure(cut.metadata);
    if (size !== "small") {
      cuts.push({ index, field: "metadata", length: size });
      cut.metadata = { "memtrace:cut": `metadata of ${size} characters left out` };
    }
  }
  if ("comment" in cut && cut.comment !== undefined) {
    cut.comment = shorten("comment", cut.comment, MAX_TEXT_CHARS);
  }
  if (cut.type === "variable") {
    if (cut.value !== undefined) {
      const value = shorten("value", cut.value, MAX_VALUE_CHARS);
      if (value !== cut.value) cut.length ??= cut.value.length;
      cut.value = value;
    }
    if (cut.splice !== undefined) {
      const insert = shorten("splice.insert", cut.splice.insert, MAX_VALUE_CHARS);
      cut.splice = { ...cut.splice, insert };
    }
  }
  if (cut.type === "operation" && cut.error !== undefined) {
    cut.error = shorten("error", cut.error, MAX_TEXT_CHARS);
  }
  if (cut.type === "verdict") {
    cut.query = shorten("query", cut.query, MAX_TEXT_CHARS);
    cut.prediction = shorten("prediction", cut.prediction, MAX_TEXT_CHARS);
    cut.expected = cut.expected.map((text, i) => shorten(`expected.${i}`, text, MAX_TEXT_CHARS));
    if (cut.reason !== undefined) cut.reason = shorten("reason", cut.reason, MAX_TEXT_CHARS);
  }
  return cut;
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Length of the metadata's JSON where it is too long or too deep. */
function measure(metadata: Record<string, unknown>): "small" | number {
  const { length } = JSON.stringify(metadata);
  return length > MAX_METADATA_CHARS || tooDeep(metadata, MAX_METADATA_DEPTH) ? length : "small";
}

function tooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => tooDeep(inner, levels - 1));
}

function parseItems(body: string): { items: unknown[] } | { fault: JsonFault } {
  if (/^\s*\[/.test(body)) {
    const parsed = parseJson(body);
    if ("fault" in parsed) return parsed;
    return { items: Array.isArray(parsed.value) ? parsed.value : [parsed.value] };
  }
  const items: unknown[] = [];
  for (const [index, line] of body.split("\n").entries()) {
    if (line.trim() === "") continue;
    const parsed = parseJson(line);
    if ("fault" in parsed) {
      const lines = parsed.fault.line - 1;
      return { fault: { ...parsed.fault, line: index + 1 + lines } };
    }
    items.push(parsed.value);
  }
  return { items };
}

/** Parses JSON; a fault says where. */
export function parseJson(text: string): { value: unknown } | { fault: JsonFault } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = /position (\d+)/.exec(message)?.[1];
    const before = text.slice(0, position === undefined ? text.length : Number(position));
    const lines = before.split("\n");
    return {
      fault: {
        message: message.replace(/ in JSON at position.*$| at position.*$/, ""),
        line: lines.length,
        column: (lines.at(-1)?.length ?? 0) + 1,
      },
    };
  }
}
