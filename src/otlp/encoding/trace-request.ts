/** Reads the spans of an export request in either encoding. */
import { parseJson } from "../../protocol/json/json-text.ts";
import { decodeMessage } from "./protobuf.ts";
import { type RejectedSpan, readSpans, type Span } from "./spans.ts";
import { TRACE_MESSAGES, TRACE_REQUEST } from "./trace-messages.ts";

export type TraceRequest =
  | { readonly spans: readonly Span[]; readonly rejected: readonly RejectedSpan[] }
  /** Where the body is malformed, and the remedy. */
  | { readonly malformed: string };

export function readJsonRequest(text: string): TraceRequest {
  const parsed = parseJson(text);
  if ("value" in parsed) return read(parsed.value);
  const { line, column, message } = parsed.fault;
  return { malformed: `Line ${line}, column ${column}: ${message}. Send the JSON of ${WHAT}.` };
}

export function readProtobufRequest(bytes: Uint8Array): TraceRequest {
  const decoded = decodeMessage(TRACE_MESSAGES, TRACE_REQUEST, bytes);
  if ("value" in decoded) return read(decoded.value);
  const { offset, path, message } = decoded.fault;
  return {
    malformed: `Byte ${offset}, in ${path}: ${message}. Send ${WHAT} in binary protobuf, or as JSON with Content-Type: application/json.`,
  };
}

const WHAT = "one ExportTraceServiceRequest";

function read(request: unknown): TraceRequest {
  const spans = readSpans(request);
  if (!("damage" in spans)) return spans;
  const { path, message } = spans.damage;
  return { malformed: `${path}: ${message}. Send ${WHAT}: {"resourceSpans": […]}.` };
}
