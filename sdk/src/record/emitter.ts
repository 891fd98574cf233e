/** Gives events their ids and their place in the graph's order, and passes them on. */
import { MAX_SHOWN_CHARS } from "../core/bounds.ts";
import { cut, cutText, encode } from "../core/encode.ts";
import { toName } from "../core/name.ts";
import { type EventBody, MAX_METADATA_CHARS, type Stamp } from "../core/wire.ts";
import type { Delivery } from "../deliver/delivery.ts";
import type { Scope } from "./scope.ts";

/** Of an id's random part: some sixty bits. */
const CLIENT_CHARS = 16;

export class Emitter {
  /** The moment of what is being recorded, in milliseconds since the epoch. */
  at = 0;
  readonly #delivery: Delivery;
  #client = "";
  #count = 0;

  constructor(delivery: Delivery) {
    this.#delivery = delivery;
  }

  /** Sends an event as it is now. */
  send(
    { graph, session, attributes }: Scope,
    event: EventBody,
    { at, seq }: Stamp = this.stamp(),
  ): void {
    const { id = this.newId(), category, comment } = event;
    const metadata = attributes ? { ...event.metadata, ...attributes } : event.metadata;
    const sent = {
      ...event,
      id,
      category: toName(category),
      comment: cutText(comment),
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

  /** Made on first use: Workers allow no randomness while a module is loaded. */
  newId(): string {
    this.#client ||= crypto.randomUUID().replaceAll("-", "").slice(0, CLIENT_CHARS);
    return `${++this.#count}-${this.#client}`;
  }
}

/** The metadata as it is now, without what JSON cannot hold. */
export function snapshot(metadata: Record<string, unknown>): Record<string, unknown> {
  const json = encode(metadata);
  return json.length > MAX_METADATA_CHARS
    ? { "memtrace:cut": cut(json, MAX_SHOWN_CHARS) }
    : JSON.parse(json);
}
