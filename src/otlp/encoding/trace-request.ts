/** Reads the spans of an export request in either encoding. */
import { parseJson } from "../../protocol/json/json-text.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import { decodeMessage } from "./protobuf.ts";
import { type RejectedSpan, readSpans, type Span } from "./spans.ts";
import { TRACE_MESSAGES, TRACE_REQUEST } from "./trace-messages.ts";

interface Spans {
  readonly spans: readonly Span[];
  readonly rejected: readonly RejectedSpan[];
}

/** The fault says where the body is malformed, and the remedy. */
export type TraceRequest = Result<Spans, string>;

export function readJsonRequest(text: string): TraceRequest {
  const parsed = parseJson(text);
  if (parsed.ok) return read(parsed.value);
  const { line, column, message } = parsed.fault;
  return failure(`Line ${line}, column ${column}: ${message}. Send the JSON of ${WHAT}.`);
}

export function readProtobufRequest(bytes: Uint8Array): TraceRequest {
  const decoded = decodeMessage(TRACE_MESSAGES, TRACE_REQUEST, bytes);
  if ("value" in decoded) return read(decoded.value);
  const { offset, path, message } = decoded.fault;
  return failure(
    `Byte ${offset}, in ${path}: ${message}. Send ${WHAT} in binary protobuf, or as JSON with Content-Type: application/json.`,
  );
}

const WHAT = "one ExportTraceServiceRequest";

function read(request: unknown): TraceRequest {
  const spans = readSpans(request);
  if (!("damage" in spans)) return success(spans);
  const { path, message } = spans.damage;
  return failure(`${path}: ${message}. Send ${WHAT}: {"resourceSpans": […]}.`);
}
