/** Gives each event its id and its order in the graph, and queues it for delivery. */
import { CLIENT_CHARS, MAX_SHOWN_CHARS } from "../core/bounds.ts";
import { cut, cutToLimit, encode } from "../core/encode.ts";
import { toName } from "../core/name.ts";
import { type EventBody, MAX_METADATA_CHARS, type Stamp } from "../core/wire.ts";
import type { EventDelivery } from "../deliver/delivery.ts";
import type { TraceScope } from "./scope.ts";

export class Emitter {
  /**
   * The next events get this time, in milliseconds since the epoch. It is the time at which the app
   * made the call that the client records.
   */
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
   * Returns a new id. Its random part identifies the client and is made on first use: Workers
   * forbid randomness while a module loads.
   */
  newId(): string {
    this.#client ||= crypto.randomUUID().replaceAll("-", "").slice(0, CLIENT_CHARS);
    return `${++this.#count}-${this.#client}`;
  }
}

/**
 * Returns a copy, so later changes by the app do not reach the event. Leaves out values that JSON
 * cannot express, such as functions.
 */
export function snapshot(metadata: Record<string, unknown>): Record<string, unknown> {
  const json = encode(metadata);
  return json.length > MAX_METADATA_CHARS
    ? { "memtrace:cut": cut(json, MAX_SHOWN_CHARS) }
    : JSON.parse(json);
}
