/** Limits that the client sets itself. `wire.ts` repeats the limits of the service. */

/* Limits on recorded values. */

/**
 * Minimum characters of a text that identifies a value. Two different values can have the same
 * shorter text by chance.
 */
export const MIN_SHARED_CHARS = 8;
/**
 * Minimum characters of an id that identifies an object. Two different objects can have the same
 * shorter id by chance.
 */
export const MIN_ID_CHARS = 8;
/**
 * The SDK records a list with more elements than this as one value. One link per element would cost
 * too much.
 */
export const MAX_LIST = 50;
/** The SDK searches lists and fields of a value for recorded values, down to this many levels. */
export const MAX_DEPTH = 3;
/** If a value has more characters than this, the SDK does not search it for recorded values. */
export const MAX_SCANNED_CHARS = 256 * 1024;
/**
 * A cut text ends in a marker that states the full length. Characters to reserve for this marker.
 */
export const MARKER_CHARS = 80;
/**
 * If an event's metadata is over the service's limit, the SDK keeps this many characters of its
 * JSON.
 */
export const MAX_SHOWN_CHARS = 1_000;
/** Estimated characters of a splice's JSON, without the inserted text. */
export const SPLICE_CHARS = 100;

/* Limits on memory. */

/**
 * `RecentVariables` has two generations. Each generation has at most this many entries, and their
 * texts have at most this many characters in total.
 */
export const MAX_RECENT = 10_000;
export const MAX_RECENT_CHARS = 8_000_000;
/**
 * Maximum number of variables to remember for one text. Two variables can have the same text but a
 * different class or category.
 */
export const MAX_EQUAL = 4;
/** An operation's result is linked from at most this many results of inner operations. */
export const MAX_INNER = 16;
/**
 * Maximum link targets that an operation remembers. An operation can run as long as the app, so
 * without a maximum it could fill the memory.
 */
export const MAX_LINK_TARGETS = 2_000;

/**
 * The SDK encodes at most this many parts of a value, and at most this many characters of its
 * texts. The number is higher than the service's limit, so the service still marks a longer text as
 * cut.
 */
export const MAX_TEXT_PARTS = 1_000_000;

/** If a generator yields more values than this, the SDK does not keep the later values. */
export const MAX_YIELDED = 10_000;

/* Limits on queues. */

/** If the deferred calls have more characters than this in total, the SDK runs them immediately. */
export const MAX_DEFERRED_CHARS = 8_000_000;
/** A deferred call counts as this many characters, plus the characters of its texts. */
export const DEFERRED_CALL_CHARS = 500;
/** A batch is sent when it has `SEND_EVENTS` events, or `SEND_AFTER_MS` after its first event. */
export const SEND_EVENTS = 50;
export const SEND_AFTER_MS = 1_000;
/**
 * Maximum characters in one batch. Keeps a batch far below the service's limit, even if many events
 * wait.
 */
export const BATCH_CHARS = 250_000;
/**
 * Maximum total characters of all events that wait for delivery. The client drops further events.
 */
export const MAX_WAITING_CHARS = 30_000_000;
export const REQUEST_TIMEOUT_MS = 30_000;
/** Twelve attempts with backoff last about five minutes, so a shorter outage loses no events. */
export const MAX_DELIVERY_ATTEMPTS = 12;
export const FLUSH_TIMEOUT_MS = 30_000;
/**
 * Maximum total milliseconds for the requests that the client sends when the process ends. All
 * `beforeExit` events of the process share this time.
 */
export const EXIT_MS = 1_900;
/** Must be longer than `EXIT_MS`: the requests must have failed before the flush gives up. */
export const EXIT_FLUSH_MS = 2_000;
/** Characters of a client's random id: about 60 random bits. */
export const CLIENT_CHARS = 16;
