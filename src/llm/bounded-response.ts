/** An endpoint's response that cannot grow without end, whatever it is read for. */

export interface ResponseBounds {
  /** Maximum bytes of a body that is read whole. */
  readonly wholeBytes: number;
  /** Maximum bytes of a stream of events. */
  readonly streamBytes: number;
  /** Maximum bytes between two line breaks of a stream: its reader keeps a line whole. */
  readonly lineBytes: number;
}

/** Statuses of responses that can have no body. */
const BODILESS: ReadonlySet<number> = new Set([101, 204, 205, 304]);
/** Of a failure, only a line is quoted. */
const MAX_FAILURE_BYTES = 64 * 1_024;
const LINE_FEED = 10;

/** The same response. Its body fails after the bytes that it may have. */
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
  // The body was decoded on its way here.
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
