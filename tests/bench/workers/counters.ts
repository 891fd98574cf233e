/**
 * Counts the work that the platform bills, with the runtime's own counters, by wrapping the
 * product's bindings and storage. Import it before the product, which takes its bindings from the
 * same module.
 */
import { env } from "cloudflare:workers";
import type { Bindings } from "../../../workers/env.ts";
import type { Counters } from "../billable-units.ts";

export const counters: Counters = {
  workerRequests: 0,
  objectRequests: 0,
  alarmsRun: 0,
  alarmsSet: 0,
  lastAlarmAt: 0,
  objectMilliseconds: 0,
  objectRowsRead: 0,
  objectRowsWritten: 0,
  databaseRowsRead: 0,
  databaseRowsWritten: 0,
  databaseCalls: 0,
  databaseMilliseconds: 0,
  databaseBytes: 0,
  packsWritten: 0,
  bucketWrites: 0,
  bucketReads: 0,
  queueMessages: 0,
  queueBatches: 0,
};

/** A cursor's counts grow while it is read, so they are read at the end. */
const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];

export function readCounters(): Counters {
  for (const cursor of cursors.splice(0)) {
    counters.objectRowsRead += cursor.rowsRead;
    counters.objectRowsWritten += cursor.rowsWritten;
  }
  return counters;
}

/**
 * Patches the classes of the runtime, because the storage of a Durable Object cannot be replaced.
 */
export function countStorage(storage: DurableObjectStorage): void {
  if (hasPatched) return;
  hasPatched = true;
  const sql = Object.getPrototypeOf(storage.sql) as SqlStorage;
  const { exec } = sql;
  sql.exec = function (this: SqlStorage, ...args: Parameters<SqlStorage["exec"]>) {
    const cursor = exec.apply(this, args);
    cursors.push(cursor);
    return cursor;
  } as SqlStorage["exec"];
  const proto = Object.getPrototypeOf(storage) as DurableObjectStorage;
  const { setAlarm } = proto;
  proto.setAlarm = function (this: DurableObjectStorage, at, options) {
    counters.alarmsSet++;
    counters.lastAlarmAt = Math.max(counters.lastAlarmAt, Number(at));
    return setAlarm.call(this, at, options);
  };
  const kv = Object.getPrototypeOf(storage.kv) as SyncKvStorage;
  const { get, put } = kv;
  kv.get = function (this: SyncKvStorage, key: string) {
    counters.objectRowsRead++;
    return get.call(this, key);
  } as SyncKvStorage["get"];
  kv.put = function (this: SyncKvStorage, key, value) {
    counters.objectRowsWritten++;
    put.call(this, key, value);
  };
}

let hasPatched = false;

function countMeta({ rows_read, rows_written, duration, size_after }: D1Meta): void {
  counters.databaseRowsRead += rows_read;
  counters.databaseRowsWritten += rows_written;
  counters.databaseMilliseconds += duration;
  counters.databaseBytes = size_after;
}

function countQuery(query: string): void {
  if (/^insert into "pack"/i.test(query)) counters.packsWritten++;
}

/** Maps each counting statement to the real one, because a batch needs the real statements. */
const behind = new WeakMap<
  D1PreparedStatement,
  { readonly query: string; readonly inner: D1PreparedStatement }
>();

function countedStatement(query: string, inner: D1PreparedStatement): D1PreparedStatement {
  const all = async <T>() => {
    const result = await inner.all<T>();
    counters.databaseCalls++;
    countQuery(query);
    countMeta(result.meta);
    return result;
  };
  const statement = {
    bind: (...values: unknown[]) => countedStatement(query, inner.bind(...values)),
    all,
    run: all,
    first: async (column?: string) => {
      const [row] = (await all<Record<string, unknown>>()).results;
      return column === undefined ? (row ?? null) : row?.[column];
    },
    raw: async () => {
      const { results } = await all<Record<string, unknown>>();
      // A select runs again as `raw`, because rows as objects lose columns with equal names. A
      // statement that changes rows must not run twice, so its rows are converted instead.
      return /^select/i.test(query) ? inner.raw() : results.map((row) => Object.values(row));
    },
  } as unknown as D1PreparedStatement;
  behind.set(statement, { query, inner });
  return statement;
}

function countedDatabase(database: D1Database): D1Database {
  return {
    prepare: (query: string) => countedStatement(query, database.prepare(query)),
    batch: async (statements: D1PreparedStatement[]) => {
      const known = statements.map((one) => behind.get(one) ?? { query: "", inner: one });
      const results = await database.batch(known.map(({ inner }) => inner));
      counters.databaseCalls++;
      for (const { query } of known) countQuery(query);
      for (const { meta } of results) countMeta(meta);
      return results;
    },
  } as unknown as D1Database;
}

function countedQueue<T>(queue: Queue<T>): Queue<T> {
  return {
    send: (message: T, options?: QueueSendOptions) => {
      counters.queueMessages++;
      return queue.send(message, options);
    },
  } as unknown as Queue<T>;
}

function countedBucket(bucket: R2Bucket): R2Bucket {
  return {
    put: (...args: Parameters<R2Bucket["put"]>) => {
      counters.bucketWrites++;
      return bucket.put(...args);
    },
    list: (options?: R2ListOptions) => {
      counters.bucketWrites++;
      return bucket.list(options);
    },
    get: (key: string, options?: R2GetOptions) => {
      counters.bucketReads++;
      return bucket.get(key, options);
    },
    delete: (keys: string | string[]) => bucket.delete(keys),
  } as unknown as R2Bucket;
}

const limit = async () => ({ success: true });

function counted(name: string, binding: unknown): unknown {
  if (typeof binding !== "object" || binding === null) return binding;
  // The local substitute of the rate limiter writes rows; the platform's limiter does not, so skip
  // it.
  if (name.endsWith("_RATE")) return { limit };
  if (name === "COLD_PACKS") return countedBucket(binding as R2Bucket);
  if ("prepare" in binding) return countedDatabase(binding as D1Database);
  if ("sendBatch" in binding) return countedQueue(binding as Queue);
  return binding;
}

/** Bindings that count. */
export const countedBindings = Object.fromEntries(
  Object.entries(env).map(([name, binding]) => [name, counted(name, binding)]),
) as unknown as Bindings;
Object.assign(env, countedBindings);
