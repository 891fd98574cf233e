/**
 * Parses a graph file. If the text is another kind of file, the error names the operation that
 * accepts it.
 */
import { TraceEvent } from "../../protocol/events/events.ts";
import { parseExactJson, parseJsonWithNaN } from "../../protocol/json/json-text.ts";
import { ApiError } from "../errors.ts";
import { malformed } from "../ingest/request-body.ts";

export interface GraphFile {
  readonly content: unknown;
  /** Number of NaN and Infinity values. JSON does not allow them, so they are read as null. */
  readonly nulls: number;
}

/** @throws ApiError 400 if the text is not JSON, 422 if the text contains events */
export function parseGraphFile(text: string): GraphFile {
  const parsed = parseJsonWithNaN(text);
  if (parsed.ok) {
    const { value, nulls } = parsed.value;
    return { content: noEvents(value), nulls };
  }
  const firstLine = parseExactJson(text.slice(0, Math.max(0, text.indexOf("\n"))));
  if ("value" in firstLine) noEvents(firstLine.value);
  throw malformed(parsed.fault, "Nothing was stored.");
}

const EVENT_TYPES = new Set<unknown>(TraceEvent.options.map(({ shape }) => shape.type.value));

function noEvents(value: unknown): unknown {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const isEvent =
    typeof first === "object" &&
    first !== null &&
    "type" in first &&
    EVENT_TYPES.has(first.type) &&
    !("data" in first);
  if (!isEvent) return value;
  throw new ApiError(
    "damaged_graph",
    "The body contains events, not a graph file: send it to POST /v1/events. Nothing was stored.",
  );
}
