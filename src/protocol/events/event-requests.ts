/** Groups events into the bodies of requests. */
import { MAX_BATCH_EVENTS } from "../limits.ts";

/**
 * Maximum characters per request. Even if each character takes three bytes, the request stays below
 * the service's limit.
 */
const MAX_CHARS = 2_500_000;

/** Groups the events, in their order, into lists. Each list fits into one request. */
export function* inRequests<T extends { readonly json: string }>(
  events: Iterable<T>,
): Generator<readonly T[]> {
  let list: T[] = [];
  let chars = 0;
  for (const event of events) {
    const isFull = list.length === MAX_BATCH_EVENTS || chars + event.json.length > MAX_CHARS;
    if (list.length > 0 && isFull) {
      yield list;
      list = [];
      chars = 0;
    }
    list.push(event);
    chars += event.json.length;
  }
  if (list.length > 0) yield list;
}

/** The events as NDJSON. */
export function bodyOf(events: readonly { readonly json: string }[]): string {
  return events.map(({ json }) => json).join("\n");
}
