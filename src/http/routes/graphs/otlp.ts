import { logFailure } from "../../../database/failure-log.ts";
import {
  readJsonRequest,
  readProtobufRequest,
  type Spans,
} from "../../../otlp/encoding/trace-request.ts";
import {
  jsonResponse,
  type PartialSuccess,
  protobufResponse,
} from "../../../otlp/encoding/trace-response.ts";
import { type FailedSpan, mapSpans } from "../../../otlp/map-spans.ts";
import { MAX_EVENTS_BODY_BYTES } from "../../../protocol/limits.ts";
import { ingestSpans, JSON_TYPE, PROTOBUF } from "../../../protocol/routes/ingest.ts";
import { ApiError } from "../../errors.ts";
import { type AppendedSpans, appendMapped, MAX_NAMED_GRAPHS } from "../../ingest/otlp-ingest.ts";
import { readBytes, readText } from "../../ingest/request-body.ts";
import { operation, router } from "../../route.ts";

const UNAVAILABLE_RETRY_SECONDS = 5;

export const otlp = router().openapi(operation(ingestSpans), async (c) => {
  await c.get("project").refuseOverQuota();
  const type = (c.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== PROTOBUF && type !== JSON_TYPE) {
    throw new ApiError(
      "unsupported_media_type",
      `Send Content-Type: ${PROTOBUF} (OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf) or ${JSON_TYPE}.`,
    );
  }
  const { raw } = c.req;
  const request =
    type === PROTOBUF
      ? readProtobufRequest(await readBytes(raw, MAX_EVENTS_BODY_BYTES))
      : readJsonRequest(await readText(raw, MAX_EVENTS_BODY_BYTES));
  if (!request.ok) {
    const { kind, message } = request.fault;
    const code = kind === "malformed" ? "invalid_json" : "too_large";
    throw new ApiError(code, `${message} Nothing of it was stored.`);
  }
  const { graphs, steps, notes, failed } = mapSpans(request.value.spans);
  if (graphs > MAX_NAMED_GRAPHS) {
    throw new ApiError(
      "too_large",
      `The spans belong to ${graphs} graphs; one request may name ${MAX_NAMED_GRAPHS}. Send smaller batches. Nothing of it was stored.`,
    );
  }
  const appended = await appendMapped(c.get("project"), steps).catch((error) => {
    if (error instanceof ApiError && error.code !== "too_many_graphs") throw error;
    // Some exporters do not repeat a request after 429, so answer 503. The client must then send
    // all these spans again.
    if (error instanceof ApiError) throw retryLater(error.message);
    // Answer 503, because exporters send the spans again after 503, but not after 500.
    logFailure("spans were not stored", error, { requestId: c.get("requestId") });
    throw retryLater("The spans could not be stored right now. Send them again.");
  });
  const [unread] = failed();
  if (unread !== undefined) {
    const { spanId, error } = unread;
    logFailure("spans could not be read", error, { requestId: c.get("requestId"), spanId });
  }
  const partial = partialSuccess(request.value, appended, failed(), notes());
  if (type === JSON_TYPE) return c.json(jsonResponse(partial), 200);
  return c.body(protobufResponse(partial), 200, { "Content-Type": PROTOBUF });
});

function retryLater(message: string): ApiError {
  return new ApiError("unavailable", message, { retryAfter: UNAVAILABLE_RETRY_SECONDS });
}

const TOLD_REJECTIONS = 3;
const NOT_READ =
  "spans could not be read, because of a fault of this service that was logged. All others were stored. Span ids:";

function partialSuccess(
  { rejected, rejectedSpans }: Pick<Spans, "rejected" | "rejectedSpans">,
  unstored: AppendedSpans,
  failed: readonly FailedSpan[],
  notes: readonly string[],
): PartialSuccess | undefined {
  const told = rejected.slice(0, TOLD_REJECTIONS).map(({ path, message }) => `${path} ${message}.`);
  const ids = failed.slice(0, TOLD_REJECTIONS).map(({ spanId }) => spanId);
  const unread = ids.length === 0 ? [] : [`${failed.length} ${NOT_READ} ${ids.join(", ")}.`];
  const sentences = [...told, ...unread, ...unstored.notes, ...notes];
  if (sentences.length === 0) return undefined;
  return {
    rejectedSpans: rejectedSpans + failed.length + unstored.rejected,
    errorMessage: sentences.join(" "),
  };
}
