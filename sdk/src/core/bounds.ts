/** Limits that the client sets itself. `wire.ts` repeats the service's limits. */

/* Limits on recorded values. */

/**
 * To find an earlier value by its text, the text must have at least this many characters. Two
 * different values can have the same short text by chance.
 */
export const MIN_SHARED_CHARS = 8;
/**
 * The SDK names an object after its `id` if the id has at least this many characters. Two different
 * objects can have the same short id by chance.
 */
export const MIN_ID_CHARS = 8;
/**
 * If a list has more elements than this, the SDK records the whole list as one value. If each
 * element were a value, the many links would cost too much.
 */
export const MAX_LIST = 50;
/**
 * A value can contain lists and objects, which can contain further ones. The SDK looks for recorded
 * values in at most this many levels of them.
 */
export const MAX_DEPTH = 3;
/** If a value is longer than this, the SDK does not look for recorded values in it. */
export const MAX_SCANNED_CHARS = 256 * 1024;
/** The SDK keeps this much room for the marker at the end of a cut text. */
export const MARKER_CHARS = 80;
/** If metadata is over the service's limit, the SDK keeps at most this many characters of it. */
export const MAX_SHOWN_CHARS = 1_000;
/**
 * If a text has changed, the SDK can send a splice: the inserted text and its position. The JSON of
 * a splice has about this many characters in addition to the inserted text.
 */
export const SPLICE_CHARS = 100;

/* Limits on RAM. */

/**
 * `RecentVariables` keeps its entries in two maps, a newer and an older one. Each map can contain
 * at most this many entries and this many characters of text.
 */
export const MAX_RECENT = 10_000;
export const MAX_RECENT_CHARS = 8_000_000;
/** Several variables can have equal text. The SDK remembers at most this many for one text. */
export const MAX_EQUAL = 4;
/**
 * When an operation ends, the SDK links its result with the results of the operations that ran
 * inside it. If there are more than this many inner results, only the latest of them get a link.
 */
export const MAX_INNER = 16;
/**
 * A running operation remembers the values to which it or an operation inside it has linked. If it
 * remembers more than this many, it forgets all of them. Without this limit, an endless operation
 * would use up the RAM.
 */
export const MAX_LINK_TARGETS = 2_000;

/**
 * To encode a value, the SDK reads at most this many fields, elements and characters in total. A
 * value with more is also over the service's limit, so the SDK must cut it anyway.
 */
export const MAX_TEXT_PARTS = 1_000_000;

/** The SDK keeps at most this many of the values that one generator yields. */
export const MAX_YIELDED = 10_000;

/* Limits on queues. */

/**
 * The SDK can record a call later than it runs. If the calls that wait for recording have more
 * characters than this together, the SDK records all of them immediately.
 */
export const MAX_DEFERRED_CHARS = 8_000_000;
/** A call that waits for recording counts as this many characters, plus those of its texts. */
export const DEFERRED_CALL_CHARS = 500;
/** The client sends a batch at `SEND_EVENTS` events, or `SEND_AFTER_MS` after its first event. */
export const SEND_EVENTS = 50;
export const SEND_AFTER_MS = 1_000;
/**
 * If a batch has more characters than this, no further event joins it. Even with three bytes
 * for each character, a batch usually stays far below the service's limit of 8 MB.
 * Each request costs the app processor time, so smaller batches cost more.
 */
export const BATCH_CHARS = 1_200_000;
/** Maximum characters of all waiting events together. Above it, the client drops new events. */
export const MAX_WAITING_CHARS = 30_000_000;
export const REQUEST_TIMEOUT_MS = 30_000;
/**
 * Maximum attempts to deliver a batch. All waits between them take at least two and a half minutes
 * together, and about four minutes on average. So no events are lost in an outage of up to two and
 * a half minutes.
 */
export const MAX_DELIVERY_ATTEMPTS = 12;
export const FLUSH_TIMEOUT_MS = 30_000;
/**
 * Maximum milliseconds for all requests that the client sends when the process ends. Node can fire
 * `beforeExit` several times; the time counts from the first one.
 */
export const EXIT_MS = 1_900;
/**
 * Maximum milliseconds of the last flush, when the process ends. After `EXIT_MS`, which is shorter,
 * the client stops its requests. So the flush still receives their failures and can report them.
 */
export const EXIT_FLUSH_MS = 2_000;
/** Characters in a client's random id: about 60 random bits. */
export const CLIENT_CHARS = 16;
