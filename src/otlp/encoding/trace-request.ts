/** Reads the spans of an export request in either encoding. */
import { parseJson } from "../../protocol/json/json-text.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import { decodeMessage } from "./protobuf.ts";
import { type RejectedSpan, readSpans, type Span } from "./spans.ts";
import { TRACE_MESSAGES, TRACE_REQUEST } from "./trace-messages.ts";

export interface Spans {
  readonly spans: readonly Span[];
  /** The first rejected spans. `rejectedSpans` is the number of all rejected spans. */
  readonly rejected: readonly RejectedSpan[];
  readonly rejectedSpans: number;
}

export interface TraceRequestFault {
  readonly kind: "malformed" | "too-large";
  /** Says where the fault is and what to do. */
  readonly message: string;
}

export type TraceRequest = Result<Spans, TraceRequestFault>;

export function readJsonRequest(text: string): TraceRequest {
  const parsed = parseJson(text);
  if (parsed.ok) return read(parsed.value);
  const { line, column, message } = parsed.fault;
  return malformed(`Line ${line}, column ${column}: ${message}. Send the JSON of ${WHAT}.`);
}

export function readProtobufRequest(bytes: Uint8Array): TraceRequest {
  const decoded = decodeMessage(TRACE_MESSAGES, TRACE_REQUEST, bytes);
  if ("value" in decoded) return read(decoded.value);
  if ("tooMany" in decoded) return tooLarge(decoded.tooMany, "messages");
  const { offset, path, message } = decoded.fault;
  return malformed(
    `Byte ${offset}, in ${path}: ${message}. Send ${WHAT} in binary protobuf, or as JSON with Content-Type: application/json.`,
  );
}

const WHAT = "one ExportTraceServiceRequest";

function read(request: unknown): TraceRequest {
  const spans = readSpans(request);
  if ("tooMany" in spans) return tooLarge(spans.tooMany, "spans, events and links");
  if (!("damage" in spans)) return success(spans);
  const { path, message } = spans.damage;
  return malformed(`${path}: ${message}. Send ${WHAT}: {"resourceSpans": […]}.`);
}

function malformed(message: string): TraceRequest {
  return failure({ kind: "malformed", message });
}

function tooLarge(most: number, what: string): TraceRequest {
  const message = `resourceSpans: the request has more than ${most} ${what}. Export fewer spans at once: lower OTEL_BSP_MAX_EXPORT_BATCH_SIZE, or send_batch_max_size of a Collector.`;
  return failure({ kind: "too-large", message });
}
