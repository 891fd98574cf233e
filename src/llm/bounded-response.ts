export interface ResponseBounds {
  /** Maximum for a body that is not a stream. */
  readonly wholeBytes: number;
  /** Maximum for a stream of events. */
  readonly streamBytes: number;
  /** Maximum for one line of a stream. The reader keeps a whole line in memory. */
  readonly lineBytes: number;
}

/** Responses with these status codes cannot have a body. */
const BODILESS: ReadonlySet<number> = new Set([101, 204, 205, 304]);
/**
 * Maximum for the body of a failed response. It is small, because only one line of the body is
 * quoted.
 */
const MAX_FAILURE_BYTES = 64 * 1_024;
const LINE_FEED = 10;

/** Returns the response with a limited body: reading it fails after the maximum number of bytes. */
export function boundedResponse(response: Response, bounds: ResponseBounds): Response {
  if (response.body === null || BODILESS.has(response.status)) return response;
  const isStream = response.headers.get("content-type")?.includes("event-stream") === true;
  const most = isStream ? bounds.streamBytes : bounds.wholeBytes;
  const body = response.body.pipeThrough(
    counting(
      response.ok ? most : Math.min(most, MAX_FAILURE_BYTES),
      isStream ? bounds.lineBytes : undefined,
    ),
  );
  const headers = new Headers(response.headers);
  // `fetch` has decoded the body, so these headers no longer describe it.
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
}

function counting(
  mostBytes: number,
  mostOfLine = mostBytes,
): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  let ofLine = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      const end = chunk.lastIndexOf(LINE_FEED);
      ofLine = end < 0 ? ofLine + chunk.length : chunk.length - end - 1;
      if (bytes > mostBytes || ofLine > mostOfLine) {
        controller.error(new Error("the response does not end"));
      } else {
        controller.enqueue(chunk);
      }
    },
  });
}
