import * as z from "zod";
import { IngestAnswer } from "../api/api.ts";
import { TraceEvent } from "../events/events.ts";
import { declare, json } from "./declaration.ts";

export const MAX_BATCH_ID_CHARS = 200;

export const ingestEvents = declare(
  "ingest",
  ["invalid_request", "invalid_json", "too_large", "unsupported_media_type"],
  {
    method: "post",
    path: "/events",
    isRepeatable: true,
    audit: { skipped: "Telemetry." },
    tags: ["Ingest"],
    summary: "Send trace events",
    description:
      "NDJSON, one event per line, or a JSON array; gzip with `Content-Encoding: gzip`. An invalid event is rejected, and the others are stored. Events with a known id change nothing, so after any failure send the batch again with the same `Batch-Id`. A batch may contain events of up to 200 graphs; a batch with more is refused as a whole.",
    // Declare the header here and not in `request`. There, the router would validate all headers.
    parameters: [
      {
        name: "Batch-Id",
        in: "header",
        required: false,
        description: "the client's id for the batch; a repeated batch gets the same answer",
        schema: { type: "string", minLength: 1, maxLength: MAX_BATCH_ID_CHARS },
      },
    ],
    request: {
      body: { required: true, content: { "application/x-ndjson": { schema: TraceEvent } } },
    },
    responses: {
      202: json(
        IngestAnswer,
        "The events are durable. Rejected and cut events are listed by index.",
      ),
    },
  },
);

export const PROTOBUF = "application/x-protobuf";

export const JSON_TYPE = "application/json";

const Response = z.object({
  partialSuccess: z
    .object({
      rejectedSpans: z.string().describe("number of spans that were not stored completely"),
      errorMessage: z.string().describe("the errors; a warning if no span was rejected"),
    })
    .optional(),
});

const binary = z.string().meta({ format: "binary", description: "ExportTraceServiceRequest" });

export const ingestSpans = declare(
  "ingest",
  ["invalid_json", "too_large", "unsupported_media_type", "unavailable"],
  {
    method: "post",
    path: "/otlp/v1/traces",
    isRepeatable: true,
    audit: { skipped: "Telemetry." },
    tags: ["Ingest"],
    summary: "Send spans with any OpenTelemetry exporter",
    description:
      "OTLP/HTTP: an ExportTraceServiceRequest in binary protobuf, or in JSON with `Content-Type: application/json`; gzip with `Content-Encoding: gzip`. Spans of agents, models, tools and memories become operations, and their contents become variables. Other spans are skipped. A repeated span changes nothing.",
    request: { body: { required: true, content: { [PROTOBUF]: { schema: binary } } } },
    responses: {
      200: {
        description: "The spans are durable. The answer has the encoding of the request.",
        content: { [JSON_TYPE]: { schema: Response }, [PROTOBUF]: { schema: binary } },
      },
    },
  },
);
