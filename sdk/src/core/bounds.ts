/** What the client takes, keeps and waits for, at most. What the service takes stands in `wire.ts`. */

/* Values. */

/** Shorter texts are equal too often by chance to be taken for one value. */
export const MIN_SHARED_CHARS = 8;
/** Shorter ids are too likely to be another object's as well. */
export const MIN_ID_CHARS = 8;
/** Longer lists are recorded as one value: a link for each element costs more than it tells. */
export const MAX_LIST = 50;
/** How deep a value is searched for known ones. */
export const MAX_DEPTH = 3;
/** Longer values are not searched for known ones. */
export const MAX_SEARCHED_CHARS = 256 * 1024;
/** The end of a text that was cut, which tells how long it was. */
export const MARKER_CHARS = 80;
/** What is shown of metadata over the limit. */
export const MAX_SHOWN_CHARS = 1_000;
/** What a splice costs on the wire besides the text that it inserts. */
export const SPLICE_CHARS = 100;

/* What is remembered. */

/** Recorded values of one generation, and what their texts take. */
export const MAX_RECENT = 10_000;
export const MAX_RECENT_CHARS = 8_000_000;
/** How many variables with one content are told apart by what they are for. */
export const MAX_EQUAL = 4;
/** How many results of inner operations count as sources of what the outer one computes. */
export const MAX_INNER = 16;
/** An operation can run for as long as the app does, so it forgets what is long ago. */
export const MAX_REACHED = 2_000;

/* What waits. */

/** What may be noted; with more, everything is worked out at once. */
export const MAX_NOTED_CHARS = 8_000_000;
/** What a note is counted with besides its texts. */
export const NOTE_CHARS = 500;
/** A batch of this many events is sent without waiting, and one of fewer after this long. */
export const SEND_EVENTS = 50;
export const SEND_AFTER_MS = 1_000;
/** What one batch may hold, as after a backlog: far less than the service takes, in events too. */
export const BATCH_CHARS = 250_000;
/** What may wait in memory over all graphs. */
export const MAX_WAITING_CHARS = 30_000_000;
export const REQUEST_TIMEOUT_MS = 30_000;
/** With backoff, about five minutes of an unreachable service. */
export const MAX_ATTEMPTS = 12;
export const FLUSH_TIMEOUT_MS = 30_000;
/** What requests at the ends of a process may take in total: it can come to one several times. */
export const EXIT_MS = 1_900;
/** Longer than requests are given at the end, so that they have failed by then. */
export const EXIT_FLUSH_MS = 2_000;
