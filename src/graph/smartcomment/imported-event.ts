/**
 * Gives unique ids to the events of imported files, because one graph can come from several files.
 */
import type { TraceEvent } from "../../protocol/events/events.ts";

/** Returns the SHA-256 of a text in base64url. */
export type Sha256 = (text: string) => string;

/**
 * The event id of an imported record consists of the record's name and a hash of the record. This
 * is the length of the hash in base64url characters (36 bits). It is short, because it only has to
 * distinguish records with the same name.
 */
const HASH_CHARS = 6;
/**
 * Length of the hash in the event id of an imported link, in base64url characters (96 bits). It is
 * longer than `HASH_CHARS`, because this event id contains no name.
 */
const LINK_HASH_CHARS = 16;

/**
 * Gives the event a new id, which contains a hash of the event. If two files have an equal record,
 * both records get the same id. If two files have different records with the same name, the records
 * get different ids, and the graph keeps all of them. Headers and verdicts keep their ids.
 *
 * @param event the event with its original id
 * @param imported time of the import, in milliseconds since the epoch
 */
export function asImported(event: TraceEvent, imported: number, sha256: Sha256): TraceEvent {
  if (event.type === "graph" || event.type === "verdict") return { ...event, imported };
  // JSON omits undefined fields. Setting `seq` to undefined is faster than a copy without `seq`.
  const hash = sha256(JSON.stringify({ ...event, seq: undefined }));
  if (event.type === "link") {
    return { ...event, id: `link:${hash.slice(0, LINK_HASH_CHARS)}`, link: event.id, imported };
  }
  return { ...event, id: `${event.id}:${hash.slice(0, HASH_CHARS)}`, imported };
}
