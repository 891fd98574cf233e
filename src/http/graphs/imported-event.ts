/** Events of an imported file, told apart from those of other files on the same graph. */
import { createHash } from "node:crypto";
import type { TraceEvent } from "../../protocol/events/events.ts";

/** Of SHA-256, 36 bits: only records of one name are told apart by them. */
const HASH_CHARS = 6;
/** Of a link's event, whose id is nothing else: 96 bits. */
const LINK_HASH_CHARS = 16;

/**
 * An equal record is the same event, whichever file it comes in and whenever; a different one under
 * the same name is another, so that the graph can tell of it.
 *
 * @param event as it is stored otherwise
 */
export function asImported(event: TraceEvent, imported: number): TraceEvent {
  if (event.type === "graph" || event.type === "verdict") return { ...event, imported };
  const { seq: _, ...record } = event;
  const hash = createHash("sha256").update(JSON.stringify(record)).digest("base64url");
  if (event.type === "link") {
    return { ...event, id: `link:${hash.slice(0, LINK_HASH_CHARS)}`, link: event.id, imported };
  }
  return { ...event, id: `${event.id}:${hash.slice(0, HASH_CHARS)}`, imported };
}
