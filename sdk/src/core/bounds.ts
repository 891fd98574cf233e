/** Limits of the client. `wire.ts` holds the limits of the service. */

/* Limits on recorded values. */

/**
 * Minimum length of a text that identifies a value. Different values may share a shorter text by
 * chance.
 */
export const MIN_SHARED_CHARS = 8;
/** Minimum length of an id that identifies an object. Different objects may share a shorter id. */
export const MIN_ID_CHARS = 8;
/** A longer list becomes one value, because a link per element costs too much. */
export const MAX_LIST = 50;
/** Depth to which a value is searched for recorded values. */
export const MAX_DEPTH = 3;
/** A longer value is not searched for recorded values. */
export const MAX_SCANNED_CHARS = 256 * 1024;
/**
 * Characters reserved for the marker at the end of a cut text. The marker states the full length.
 */
export const MARKER_CHARS = 80;
/** Number of characters to keep of metadata that is over the limit. */
export const MAX_SHOWN_CHARS = 1_000;
/** Characters that a splice takes on the wire, besides the inserted text. */
export const SPLICE_CHARS = 100;

/* Limits on memory. */

/**
 * For one generation of `RecentVariables`: maximum number of entries, and maximum total characters
 * of the entries' texts.
 */
export const MAX_RECENT = 10_000;
export const MAX_RECENT_CHARS = 8_000_000;
/**
 * Maximum number of variables to remember for one text. Variables with one text may differ in class
 * or category.
 */
export const MAX_EQUAL = 4;
/** Maximum results of inner operations that count as sources of the outer operation's result. */
export const MAX_INNER = 16;
/**
 * Maximum link targets that an operation remembers. An operation can run as long as the app, so its
 * memory must be bounded.
 */
export const MAX_LINK_TARGETS = 2_000;

/**
 * Maximum number of parts of a value that the SDK encodes, and maximum characters of the value's
 * texts. The limit is above the service's limit, so the service still marks a longer text as cut.
 */
export const MAX_TEXT_PARTS = 1_000_000;

/** Maximum number of values of a generator that are kept. */
export const MAX_YIELDED = 10_000;

/* Limits on queues. */

/** If the deferred calls hold more characters than this, they run at once. */
export const MAX_DEFERRED_CHARS = 8_000_000;
/** Each deferred call is counted as this many characters, plus the characters of its texts. */
export const DEFERRED_CALL_CHARS = 500;
/** A batch is sent when it has this many events, or after this delay. */
export const SEND_EVENTS = 50;
export const SEND_AFTER_MS = 1_000;
/**
 * Maximum number of characters in one batch. So a batch stays far below the service's limit, also
 * after a backlog.
 */
export const BATCH_CHARS = 250_000;
/** Maximum characters of all waiting events. */
export const MAX_WAITING_CHARS = 30_000_000;
export const REQUEST_TIMEOUT_MS = 30_000;
/** With backoff, this covers an outage of about five minutes. */
export const MAX_DELIVERY_ATTEMPTS = 12;
export const FLUSH_TIMEOUT_MS = 30_000;
/**
 * Milliseconds that all requests at the end of a process may take together, over all `beforeExit`
 * events of the process.
 */
export const EXIT_MS = 1_900;
/** Longer than `EXIT_MS`, so the requests have failed before the flush gives up. */
export const EXIT_FLUSH_MS = 2_000;
/** Number of characters of a client's own id: about sixty random bits. */
export const CLIENT_CHARS = 16;
