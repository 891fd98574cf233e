/**
 * Limits of the API. They keep every stored row under the platform's 2 MB and every request within
 * one isolate's memory. The local runtime does not enforce the platform's limits, so the code must
 * enforce them.
 */

/** Maximum size of a request body with events, after decompression. */
export const MAX_EVENTS_BODY_BYTES = 8 * 1024 * 1024;
/**
 * Maximum size of a graph file, after decompression. Parsing needs several times as much memory.
 */
export const MAX_GRAPH_BODY_BYTES = 16 * 1024 * 1024;
/** Maximum size of the request body of any other operation. */
export const MAX_JSON_BODY_BYTES = 1024 * 1024;
export const MAX_BATCH_EVENTS = 5_000;
/** Maximum graphs of one batch. Each new graph needs a new Durable Object. */
export const MAX_BATCH_GRAPHS = 200;
/**
 * Maximum UTF-8 bytes of one event's JSON, after its values were cut. The event must fit into one
 * row.
 */
export const MAX_EVENT_BYTES = 1_800_000;
/** Maximum characters of one value; longer values are cut and marked. */
export const MAX_VALUE_CHARS = 512 * 1024;
/**
 * Maximum characters of a comment or a short text, such as a query. Longer texts are cut and
 * marked.
 */
export const MAX_TEXT_CHARS = 32 * 1024;
/** Maximum characters of one event's metadata as JSON; a marker replaces larger metadata. */
export const MAX_METADATA_CHARS = 64 * 1024;
/** Maximum right answers of one question in an event, a request or a file. */
export const MAX_EXPECTED = 100;
/** Maximum message ids as evidence of one answer. */
export const MAX_EVIDENCE = 1_000;
/**
 * Maximum right answers and evidence ids of a stored case or label. With these limits, even a row
 * with the longest texts is under D1's limit of 2 MB.
 */
export const MAX_STORED_EXPECTED = 8;
export const MAX_STORED_EVIDENCE = 500;
/** Maximum characters of a name or id. */
export const MAX_NAME_CHARS = 512;
/**
 * Maximum characters of any record's id. A variable's id, for example, consists of class, name and
 * version.
 */
export const MAX_RECORD_ID_CHARS = 2 * MAX_NAME_CHARS + 16;
/**
 * Maximum characters of a graph's id, which is also a Durable Object's name. The platform allows up
 * to 1,024 bytes.
 */
export const MAX_GRAPH_ID_CHARS = 256;
/** Maximum records of each kind in one rendering of a graph. */
export const MAX_RENDERED = { variables: 1_000, links: 5_000, operations: 5_000 } as const;
/** Maximum characters of values, comments, errors and metadata in one rendering. */
export const MAX_RENDERED_CHARS = 20_000_000;
export const MAX_METADATA_DEPTH = 32;
/** Maximum version number, far below 2^53, the limit of exact integers. */
export const MAX_VERSION = 1_000_000_000;

/* ---- seconds in `Retry-After` of refused events ---- */

/**
 * Length of the period for which the rate limit counts requests. Cloudflare does not report when a
 * period ends, so clients must wait for a whole period.
 */
export const RATE_RETRY_SECONDS = 10;
/** Used if the graph's Durable Object is overloaded. */
export const OVERLOADED_RETRY_SECONDS = 2;

/*
 * ---- maximum per person, organization or project; a request beyond it fails with `conflict` ----
 */

/** Organizations that one person owns. */
export const MAX_OWNED_ORGANIZATIONS = 20;
/** Per organization. */
export const MAX_MEMBERS = 200;
/** Open invitations per organization. */
export const MAX_INVITATIONS = 100;
/** Domains that one organization claims. */
export const MAX_DOMAINS = 20;
/** Active tokens per organization. Two are enough to replace a token without an interruption. */
export const MAX_SCIM_TOKENS = 2;
/** Groups that one organization's directory provisions. */
export const MAX_SCIM_GROUPS = 500;
/** Per organization. */
export const MAX_PROJECTS = 50;
/** Keys of one project that are neither revoked nor expired. */
export const MAX_KEYS = 200;
/**
 * When somebody creates a key, the service deletes old keys of the project. Of all revoked and
 * expired keys, it keeps this many: those that ended last.
 */
export const MAX_ENDED_KEYS = 100;
/** Per project. */
export const MAX_WEBHOOK_ENDPOINTS = 20;
/** Per project. */
export const MAX_CHANNELS = 20;
/** Per project. */
export const MAX_ALERT_RULES = 50;
/**
 * Earlier secrets of one endpoint that are still valid. When a secret is replaced, both the new and
 * the earlier secret sign the deliveries for some time.
 */
export const MAX_EARLIER_SECRETS = 4;
/** How often callers can repeat one delivery. */
export const MAX_REPLAYS_OF_DELIVERY = 20;
/** Test events of one project that were created within an hour. */
export const MAX_TEST_EVENTS_PER_HOUR = 60;
/** Per project. */
export const MAX_PROMPTS = 500;
/**
 * When a project has this many prompts, the service adds no more prompts from traces, and reports
 * no error. Otherwise, an app that generates a new prompt name for each request would fill the
 * list. The rest up to `MAX_PROMPTS` is reserved for prompts that people or programs write.
 */
export const MAX_TRACED_PROMPTS = 300;
/** Versions of one prompt. */
export const MAX_PROMPT_VERSIONS = 1_000;
/** Cases that requests open in one graph. Cases that the service itself finds do not count. */
export const MAX_OPENED_CASES = 1_000;
/** Counting of matching cases stops at this number. */
export const MAX_COUNTED_CASES = 10_000;
/** Causes of one label, in addition to its main cause. */
export const MAX_LABEL_CAUSES = 10;
/** Decisions on one case's inferred answer. */
export const MAX_ANSWER_DECISIONS = 100;
/** Rows in the label history of one case. Each label, withdrawal and adjudication is a row. */
export const MAX_LABEL_ROWS = 500;
/** Replays of one case whose results the service stores. */
export const MAX_REPLAYS_OF_CASE = 200;
/** Reports of one project that were requested within an hour. */
export const MAX_REPORTS_PER_HOUR = 60;
/** Per project. */
export const MAX_DATASETS = 500;
/** Saved views per project. */
export const MAX_VIEWS = 100;
/** Active public links per project. */
export const MAX_PUBLIC_LINKS = 200;
/** Cases that a view's public link shows. */
export const MAX_SHARED_CASES = 100;
/** Per project. */
export const MAX_EXPERIMENTS = 5_000;

/** Comments on one case or finding. */
export const MAX_COMMENTS = 1_000;
/** Maximum characters of a sample text with which a person tests the redaction settings. */
export const MAX_REDACTED_TRY_CHARS = 100_000;
export const MAX_COMMENT_CHARS = 10_000;
/** People whom one comment mentions. */
export const MAX_MENTIONS = 20;
/** Counting of unread mentions stops at this number. */
export const MAX_UNREAD = 100;
/** Per project. */
export const MAX_QUEUES = 200;
/** Per queue. */
export const MAX_QUEUE_CASES = 1_000;
/** People to whom one queue assigns items. */
export const MAX_QUEUE_PEOPLE = 20;
/** Labels that a queue requests for each case. */
export const MAX_QUEUE_LABELS = 5;
/** Cases that can match the filter if a queue takes only a sample of them. */
export const MAX_QUEUE_CANDIDATES = 50_000;
/**
 * When somebody adds cases to a queue, the queue stores how these cases were selected: the filters
 * or the ids. It keeps only this many of the latest selections.
 */
export const MAX_QUEUE_SELECTIONS = 50;
export const MAX_QUEUE_NAME_CHARS = 200;
export const MAX_SKIP_REASON_CHARS = 1_000;

/* ---- a model's work on one case; the project's settings can override this ---- */

/**
 * Maximum tokens of all model answers about one case. This limits the cost even if an endpoint has
 * no price.
 */
export const DEFAULT_TOKENS_PER_CASE = 500_000;
/**
 * For one case, the agent asks the model at most `steps` times. If the messages to the model have
 * more than `contextTokens` tokens, the service leaves out earlier tool results.
 */
export const AGENT_DEFAULTS = { steps: 20, contextTokens: 30_000 } as const;
/** Maximum retention of any kind of data: ten years. */
export const MAX_RETENTION_DAYS = 3_650;
/**
 * Minimum retention of webhook deliveries. The service disables an endpoint if its deliveries of
 * the last days failed, so these deliveries must still be stored.
 */
export const MIN_DELIVERY_DAYS = 7;
/**
 * Minimum retention of usage: two months. Plans count by month, and the usage page compares a month
 * with the previous month.
 */
export const MIN_USAGE_DAYS = 62;
/** Days for which the audit log keeps its entries by default. */
export const DEFAULT_AUDIT_DAYS = 400;
export const MIN_AUDIT_DAYS = 30;
export const MAX_AUDIT_DAYS = 3_650;

/* ---- the operators' status ---- */

/** Maximum waiting items to count per queue, so that a large backlog does not slow the status. */
export const MOST_COUNTED = 10_000;
/** For each kind of work, the status looks at no more than this many projects with waiting work. */
export const MOST_PROJECTS_SEEN = 500;

/** Maximum case ids in one request. */
export const MAX_NAMED_CASES = 1_000;
/** Maximum graphs or end users in one request. */
export const MAX_NAMED_GRAPHS = 100;
/** Maximum model prices of a project, and maximum characters of a model's name in a price. */
export const MAX_MODEL_PRICES = 100;
export const MAX_MODEL_CHARS = 200;
export const MAX_USD_PER_MILLION = 100_000;
/** A cost comes with a list of the models that have no price. This is the list's maximum length. */
export const MAX_UNPRICED = 10;
