/** Cuts the texts of an event to their limits. */
import { cutText } from "../../text/cut-text.ts";
import type { EventCut } from "../api/api.ts";
import { isExactNumber } from "../json/exact-json.ts";
import {
  MAX_EVENT_BYTES,
  MAX_METADATA_CHARS,
  MAX_METADATA_DEPTH,
  MAX_TEXT_CHARS,
  MAX_VALUE_CHARS,
} from "../limits.ts";
import { failure, type Result, success } from "../result.ts";
import type { TraceEvent } from "./events.ts";

type Cut = Omit<EventCut, "index">;

export interface BoundedEvent {
  readonly event: TraceEvent;
  readonly json: string;
  readonly cut: Cut[];
}

/**
 * Cuts values that are longer than the limit. Rejects an event that is still too large for one
 * record.
 * @param renamed returns the cut event with another id
 */
export function boundEvent(
  event: TraceEvent,
  renamed: (bounded: TraceEvent) => TraceEvent = (bounded) => bounded,
): Result<BoundedEvent, string> {
  const cut: Cut[] = [];
  const bounded = renamed(cutToLimits(event, cut));
  const json = JSON.stringify(bounded);
  const bytes = json.length * 3 > MAX_EVENT_BYTES ? new TextEncoder().encode(json).length : 0;
  if (bytes > MAX_EVENT_BYTES) {
    return failure(
      `the event has ${bytes} bytes of JSON; the limit is ${MAX_EVENT_BYTES}. Record less in one event.`,
    );
  }
  return success({ event: bounded, json, cut });
}

function cutToLimits(event: TraceEvent, cuts: Cut[]): TraceEvent {
  const cut = { ...event };
  const shorten = (field: string, text: string, limit: number): string => {
    if (text.length > limit) cuts.push({ field, length: text.length });
    return cutText(text, limit);
  };
  const bound = (field: "metadata" | "origin", record: Record<string, unknown>, limit: number) => {
    const deep = tooDeep(record, MAX_METADATA_DEPTH);
    const length = deep ? 0 : JSON.stringify(record).length;
    if (!deep && length <= limit) return record;
    cuts.push({ field, length });
    const what = deep ? `nested deeper than ${MAX_METADATA_DEPTH} levels` : `${length} characters`;
    return { "memtrace:cut": `${field} left out: ${what}` };
  };
  if (cut.metadata !== undefined) {
    cut.metadata = bound("metadata", cut.metadata, MAX_METADATA_CHARS);
  }
  if ("origin" in cut && cut.origin !== undefined) {
    cut.origin = bound("origin", cut.origin, MAX_VALUE_CHARS);
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
    if (cut.expected !== undefined) {
      cut.expected = cut.expected.map((text, i) => shorten(`expected.${i}`, text, MAX_TEXT_CHARS));
    }
    if (cut.reason !== undefined) cut.reason = shorten("reason", cut.reason, MAX_TEXT_CHARS);
  }
  return cut;
}

/** Whether objects and lists are nested deeper than the limit. */
export function tooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return !isExactNumber(value);
  return Object.values(value).some((inner) => tooDeep(inner, levels - 1));
}
