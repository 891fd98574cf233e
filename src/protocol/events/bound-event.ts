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
 * @param renamed changes the event after the cut, before the size check; an import sets the id here
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

/** Returns the event itself if nothing must be cut; otherwise a copy. */
function cutToLimits(event: TraceEvent, cuts: Cut[]): TraceEvent {
  let cut = event;
  const change = (field: string, value: unknown) => {
    cut = { ...cut, [field]: value } as TraceEvent;
  };
  const shorten = (field: string, text: string | undefined, limit: number) => {
    if (text === undefined || text.length <= limit) return undefined;
    cuts.push({ field, length: text.length });
    return cutText(text, limit);
  };
  const shortenField = (field: string, text: string | undefined, limit: number) => {
    const short = shorten(field, text, limit);
    if (short !== undefined) change(field, short);
    return short !== undefined;
  };
  const bound = (field: "metadata" | "origin", record: Record<string, unknown>, limit: number) => {
    const deep = tooDeep(record, MAX_METADATA_DEPTH);
    const length = deep ? 0 : JSON.stringify(record).length;
    if (!deep && length <= limit) return;
    cuts.push({ field, length });
    const what = deep ? `nested deeper than ${MAX_METADATA_DEPTH} levels` : `${length} characters`;
    change(field, { "memtrace:cut": `${field} left out: ${what}` });
  };
  if (event.metadata !== undefined) bound("metadata", event.metadata, MAX_METADATA_CHARS);
  if ("origin" in event && event.origin !== undefined) {
    bound("origin", event.origin, MAX_VALUE_CHARS);
  }
  if ("comment" in event) shortenField("comment", event.comment, MAX_TEXT_CHARS);
  if (event.type === "variable") {
    const { value, length, splice } = event;
    if (shortenField("value", value, MAX_VALUE_CHARS)) change("length", length ?? value?.length);
    const insert = shorten("splice.insert", splice?.insert, MAX_VALUE_CHARS);
    if (insert !== undefined) change("splice", { ...splice, insert });
  }
  if (event.type === "operation") shortenField("error", event.error, MAX_TEXT_CHARS);
  if (event.type === "verdict") {
    shortenField("query", event.query, MAX_TEXT_CHARS);
    shortenField("prediction", event.prediction, MAX_TEXT_CHARS);
    const expected = event.expected?.map(
      (text, i) => shorten(`expected.${i}`, text, MAX_TEXT_CHARS) ?? text,
    );
    if (expected?.some((text, i) => text !== event.expected?.[i])) change("expected", expected);
    shortenField("reason", event.reason, MAX_TEXT_CHARS);
  }
  return cut;
}

/** Whether objects and lists are nested deeper than the limit. */
export function tooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return !isExactNumber(value);
  return Object.values(value).some((inner) => tooDeep(inner, levels - 1));
}
