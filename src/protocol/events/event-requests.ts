/** Groups events into request bodies. */
import { MAX_BATCH_EVENTS } from "../limits.ts";

/**
 * Maximum characters per request. Even with three bytes per character, the request stays below the
 * service's limit.
 */
const MAX_CHARS = 2_500_000;

/** Groups the events, in order, into lists that each fit into one request. */
export function* inRequests<T extends { readonly json: string }>(
  events: Iterable<T>,
): Generator<readonly T[]> {
  const grouping = new RequestGrouping<T>();
  for (const event of events) {
    const full = grouping.add(event);
    if (full !== undefined) yield full;
  }
  if (grouping.last.length > 0) yield grouping.last;
}

/** Like `inRequests`, for events that arrive one by one. */
export class RequestGrouping<T extends { readonly json: string }> {
  #list: T[] = [];
  #chars = 0;

  /**
   * Adds an event. If it does not fit into the current list, returns that list and begins the next.
   */
  add(event: T): readonly T[] | undefined {
    const { length } = event.json;
    const isFull = this.#list.length === MAX_BATCH_EVENTS || this.#chars + length > MAX_CHARS;
    const full = this.#list.length > 0 && isFull ? this.#list : undefined;
    if (full !== undefined) [this.#list, this.#chars] = [[], 0];
    this.#list.push(event);
    this.#chars += length;
    return full;
  }

  /** The current list, which `add` has not returned yet. Empty if no event was added. */
  get last(): readonly T[] {
    return this.#list;
  }
}

export function bodyOf(events: readonly { readonly json: string }[]): string {
  return events.map(({ json }) => json).join("\n");
}
