/**
 * The platform's published limits and list prices. Each has its source, a page of the platform's
 * documentation, and the month in which the page was read. The pages may have changed since.
 */

/** A published figure. */
export interface Published {
  readonly value: number;
  readonly unit: string;
  readonly source: string;
  /** Month in which the source was read. */
  readonly read: string;
}

const MILLION = 1_000_000;
const READ = "2026-11";

function published(value: number, unit: string, source: string): Published {
  return { value, unit, source, read: READ };
}

export const LIMITS = {
  objectRequestsPerSecond: published(1_000, "requests/s", "durable-objects/platform/limits"),
  /** A Durable Object runs its code in one thread. */
  objectProcessor: published(1_000, "ms/s", "durable-objects/concepts/what-are-durable-objects"),
  objectBytes: published(10e9, "bytes", "durable-objects/platform/limits"),
  /** A database runs one query at a time, so its queries take at most a second per second. */
  databaseTime: published(1_000, "ms/s", "d1/platform/limits"),
  databaseBytes: published(10e9, "bytes", "d1/platform/limits"),
  accountDatabaseBytes: published(1e12, "bytes", "d1/platform/limits"),
  databasesPerAccount: published(50_000, "databases", "d1/platform/limits"),
  databasesPerWorker: published(5_000, "bindings", "d1/platform/limits"),
  queueMessagesPerSecond: published(5_000, "messages/s", "queues/platform/limits"),
} as const satisfies Record<string, Published>;

/**
 * Duration of a short query in the documentation's example of a database's throughput. The local
 * runtime is often faster, because it copies nothing to other machines.
 */
export const SHORTEST_DATABASE_CALL = published(1, "ms", "d1/platform/limits");

/** List prices in US dollars for one unit, above the included amounts. */
export const PRICES = {
  workerRequest: published(0.3 / MILLION, "request", "workers/platform/pricing"),
  cpuMillisecond: published(0.02 / MILLION, "ms", "workers/platform/pricing"),
  objectRequest: published(0.15 / MILLION, "request", "durable-objects/platform/pricing"),
  objectGigabyteSecond: published(12.5 / MILLION, "GB-s", "durable-objects/platform/pricing"),
  rowWritten: published(1 / MILLION, "row", "d1/platform/pricing"),
  rowRead: published(0.001 / MILLION, "row", "d1/platform/pricing"),
  queueOperation: published(0.4 / MILLION, "operation", "queues/platform/pricing"),
  databaseGigabyteMonth: published(0.75, "GB-month", "d1/platform/pricing"),
  bucketGigabyteMonth: published(0.015, "GB-month", "r2/pricing"),
  /** An operation of class A, such as writing an object. Deleting one is free. */
  bucketWrite: published(4.5 / MILLION, "operation", "r2/pricing"),
  /** An operation of class B, such as reading an object. */
  bucketRead: published(0.36 / MILLION, "operation", "r2/pricing"),
  month: published(5, "month", "workers/platform/pricing"),
} as const satisfies Record<string, Published>;

/** What the monthly price of the paid plan includes. */
export const INCLUDED = {
  workerRequests: published(10 * MILLION, "requests", "workers/platform/pricing"),
  cpuMilliseconds: published(30 * MILLION, "ms", "workers/platform/pricing"),
  objectRequests: published(MILLION, "requests", "durable-objects/platform/pricing"),
  objectGigabyteSeconds: published(400_000, "GB-s", "durable-objects/platform/pricing"),
  objectRowsRead: published(25_000 * MILLION, "rows", "durable-objects/platform/pricing"),
  objectRowsWritten: published(50 * MILLION, "rows", "durable-objects/platform/pricing"),
  databaseRowsRead: published(25_000 * MILLION, "rows", "d1/platform/pricing"),
  databaseRowsWritten: published(50 * MILLION, "rows", "d1/platform/pricing"),
  queueOperations: published(MILLION, "operations", "queues/platform/pricing"),
  databaseGigabytes: published(5, "GB", "d1/platform/pricing"),
} as const satisfies Record<string, Published>;

/** Each message costs a write, a read and a delete. */
export const OPERATIONS_PER_MESSAGE = 3;
/** Memory for which a Durable Object is billed while it is awake. */
export const OBJECT_GIGABYTES = 0.128;
