/** The fields of `ExportTraceServiceRequest` that this service reads. */
import type { ProtobufField, Schema } from "./protobuf.ts";

const one = (name: string, type: ProtobufField["type"]): ProtobufField => ({ name, type });
const part = (name: string, message: string): ProtobufField => ({ name, type: { message } });
const list = (name: string, message: string): ProtobufField => ({
  ...part(name, message),
  isRepeated: true,
});

export const TRACE_REQUEST = "ExportTraceServiceRequest";

export const TRACE_MESSAGES: Schema = {
  [TRACE_REQUEST]: { 1: list("resourceSpans", "ResourceSpans") },
  ResourceSpans: { 1: part("resource", "Resource"), 2: list("scopeSpans", "ScopeSpans") },
  Resource: { 1: list("attributes", "KeyValue") },
  ScopeSpans: { 1: part("scope", "Scope"), 2: list("spans", "Span") },
  Scope: { 1: one("name", "text") },
  Span: {
    1: one("traceId", "id"),
    2: one("spanId", "id"),
    4: one("parentSpanId", "id"),
    5: one("name", "text"),
    7: one("startTimeUnixNano", "fixed64"),
    8: one("endTimeUnixNano", "fixed64"),
    9: list("attributes", "KeyValue"),
    11: list("events", "Event"),
    13: list("links", "Link"),
    15: part("status", "Status"),
  },
  Event: {
    1: one("timeUnixNano", "fixed64"),
    2: one("name", "text"),
    3: list("attributes", "KeyValue"),
  },
  Link: { 1: one("traceId", "id"), 2: one("spanId", "id"), 4: list("attributes", "KeyValue") },
  Status: { 2: one("message", "text"), 3: one("code", "varint") },
  KeyValue: { 1: one("key", "text"), 2: part("value", "AnyValue") },
  AnyValue: {
    1: one("stringValue", "text"),
    2: one("boolValue", "bool"),
    3: one("intValue", "int64"),
    4: one("doubleValue", "double"),
    5: part("arrayValue", "ArrayValue"),
    6: part("kvlistValue", "KeyValueList"),
    7: one("bytesValue", "base64"),
  },
  ArrayValue: { 1: list("values", "AnyValue") },
  KeyValueList: { 1: list("values", "KeyValue") },
};
