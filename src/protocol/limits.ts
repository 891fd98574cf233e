/**
 * Limits of the wire. They keep every stored row under the platform's 2 MB and every request
 * inside one isolate's memory; the platform's local runtime is laxer, so they are enforced here.
 */

/** A request body of events, after decompression. */
export const MAX_EVENTS_BODY_BYTES = 8 * 1024 * 1024;
/** A graph file, after decompression. Parsing needs several times this in memory. */
export const MAX_GRAPH_BODY_BYTES = 16 * 1024 * 1024;
/** A request body of any other operation. */
export const MAX_JSON_BODY_BYTES = 1024 * 1024;
/** Events in one batch. */
export const MAX_BATCH_EVENTS = 5_000;
/**
 * Graphs that a client should put into one batch, and that one request opens: each is an object of
 * its own, which may have to be made.
 */
export const MAX_BATCH_GRAPHS = 200;
/** UTF-8 bytes of one event's JSON, after what is too long was cut. One row must hold it. */
export const MAX_EVENT_BYTES = 1_800_000;
/** Characters of one value; longer ones are cut and marked. */
export const MAX_VALUE_CHARS = 512 * 1024;
/** Characters of one comment or of one short text such as a query; longer ones are cut and marked. */
export const MAX_TEXT_CHARS = 32 * 1024;
/** Characters of the JSON of one event's metadata; larger metadata is replaced by a marker. */
export const MAX_METADATA_CHARS = 64 * 1024;
/** Characters of a name or id. */
export const MAX_NAME_CHARS = 512;
/** Characters of a graph's id. It names an object; the platform keeps names up to 1,024 bytes. */
export const MAX_GRAPH_ID_CHARS = 256;
/** Nesting depth of JSON that is accepted in metadata. */
export const MAX_METADATA_DEPTH = 32;
/** The highest version that can be given: far below where numbers lose their last digit. */
export const MAX_VERSION = 1_000_000_000;
