/**
 * Gives unique ids to the events of imported files, because two files may belong to the same graph.
 */
import type { TraceEvent } from "../../protocol/events/events.ts";

/** The SHA-256 of a text in base64url. */
export type Sha256 = (text: string) => string;

/**
 * 36 bits of SHA-256 are enough, because these bits only distinguish records with the same name.
 */
const HASH_CHARS = 6;
/** 96 bits, because the id of a link's event contains nothing but this hash. */
const LINK_HASH_CHARS = 16;

/**
 * Returns the event with an id that contains a hash of the event. So a record that is equal in two
 * files becomes the same event. A different record with the same name becomes a different event, so
 * the graph can report the contradiction. Graph headers and verdicts keep their ids.
 *
 * @param event the event with its usual id
 * @param imported time of the import, in milliseconds
 */
export function asImported(event: TraceEvent, imported: number, sha256: Sha256): TraceEvent {
  if (event.type === "graph" || event.type === "verdict") return { ...event, imported };
  // JSON has no undefined field. Leaving the field out of a copy would take longer.
  const hash = sha256(JSON.stringify({ ...event, seq: undefined }));
  if (event.type === "link") {
    return { ...event, id: `link:${hash.slice(0, LINK_HASH_CHARS)}`, link: event.id, imported };
  }
  return { ...event, id: `${event.id}:${hash.slice(0, HASH_CHARS)}`, imported };
}
