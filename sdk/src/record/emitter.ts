/** Gives events their ids and their position in the graph's order, and queues them. */
import { CLIENT_CHARS, MAX_SHOWN_CHARS } from "../core/bounds.ts";
import { cut, cutToLimit, encode } from "../core/encode.ts";
import { toName } from "../core/name.ts";
import { type EventBody, MAX_METADATA_CHARS, type Stamp } from "../core/wire.ts";
import type { EventDelivery } from "../deliver/delivery.ts";
import type { TraceScope } from "./scope.ts";

export class Emitter {
  /** Time of the call that is being recorded, in milliseconds since the epoch. */
  at = 0;
  readonly #delivery: EventDelivery;
  #client = "";
  #count = 0;

  constructor(delivery: EventDelivery) {
    this.#delivery = delivery;
  }

  send(
    { graph, session, attributes }: TraceScope,
    event: EventBody,
    { at, seq }: Stamp = this.stamp(),
  ): void {
    const { id = this.newId(), category, comment } = event;
    const metadata = attributes ? { ...event.metadata, ...attributes } : event.metadata;
    const sent = {
      ...event,
      id,
      category: toName(category),
      comment: cutToLimit(comment),
      metadata: metadata && snapshot(metadata),
      graph,
      session,
      at,
      seq,
    };
    this.#delivery.add(graph, JSON.stringify(sent));
  }

  stamp(): Stamp {
    return { at: this.at, seq: ++this.#count };
  }

  /**
   * Returns a new id. The part that identifies the client is made on first use, because Workers
   * allow no randomness while a module loads.
   */
  newId(): string {
    this.#client ||= crypto.randomUUID().replaceAll("-", "").slice(0, CLIENT_CHARS);
    return `${++this.#count}-${this.#client}`;
  }
}

/** Returns a copy of the metadata, without values that JSON cannot hold. */
export function snapshot(metadata: Record<string, unknown>): Record<string, unknown> {
  const json = encode(metadata);
  return json.length > MAX_METADATA_CHARS
    ? { "memtrace:cut": cut(json, MAX_SHOWN_CHARS) }
    : JSON.parse(json);
}
