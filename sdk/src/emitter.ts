/** Gives events their ids and their place in the graph's order, and passes them on. */
import type { Delivery } from "./delivery.ts";
import { cut, encode } from "./encode.ts";
import type { Scope } from "./scope.ts";
import { type EventBody, MAX_METADATA_CHARS, type Stamp } from "./wire.ts";

/** What is shown of metadata over the limit. */
const MAX_SHOWN_CHARS = 1_000;

export class Emitter {
  readonly #now: () => number;
  readonly #delivery: Delivery | undefined;
  #client = "";
  #count = 0;
  #lastAt = 0;

  constructor(now: () => number, delivery: Delivery | undefined) {
    this.#now = now;
    this.#delivery = delivery;
  }

  /** Sends an event, which nobody else may hold. */
  send(
    { graph, session, attributes }: Scope,
    event: EventBody,
    { at, seq }: Stamp = this.stamp(),
  ): void {
    const metadata = attributes ? { ...event.metadata, ...attributes } : event.metadata;
    if (metadata) event.metadata = snapshot(metadata);
    event.id ??= this.newId();
    this.#delivery?.add({ event, graph, session, at, seq });
  }

  stamp(): Stamp {
    this.#lastAt = Math.max(this.#now(), this.#lastAt);
    return { at: this.#lastAt, seq: ++this.#count };
  }

  /** Made on first use: Workers allow no randomness while a module is loaded. */
  newId(): string {
    this.#client ||= String(crypto.getRandomValues(new BigUint64Array(1))[0]?.toString(36));
    return `${++this.#count}-${this.#client}`;
  }
}

/** The metadata as it is now, without what JSON cannot hold. */
function snapshot(metadata: Record<string, unknown>): Record<string, unknown> {
  const json = encode(metadata);
  return json.length > MAX_METADATA_CHARS
    ? { "memtrace:cut": cut(json, MAX_SHOWN_CHARS) }
    : JSON.parse(json);
}
