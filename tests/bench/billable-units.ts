/** The units that `npm run bench -- cost` counts, and the events that it sends. */

/** Counts of a Worker since its start. */
export interface Counters {
  workerRequests: number;
  /** Requests to Durable Objects: calls and alarms. */
  objectRequests: number;
  alarmsRun: number;
  alarmsSet: number;
  /** The latest time that an alarm was set to. */
  lastAlarmAt: number;
  objectMilliseconds: number;
  objectRowsRead: number;
  objectRowsWritten: number;
  databaseRowsRead: number;
  databaseRowsWritten: number;
  /** Statements and batches that were sent to D1. */
  databaseCalls: number;
  /** Time in which D1 ran statements, as it reports it. */
  databaseMilliseconds: number;
  /** Size of D1 after its latest statement. */
  databaseBytes: number;
  packsWritten: number;
  /** Operations of class A and B on R2. */
  bucketWrites: number;
  bucketReads: number;
  queueMessages: number;
  queueBatches: number;
}

/** Events of one session. One of them is a judged answer. */
export const SESSION_EVENTS = 50;
/** A wait that is longer than an isolate caches a key and the usage of a plan. */
export const CACHED_MS = 31_000;

/** The events that a scenario sends. Each graph gets one right answer for about 50 events. */
export interface Sent {
  readonly events: number;
  readonly batches: number;
  readonly graphs: number;
  readonly wrongAnswers: number;
}

/**
 * Names of the scenarios. Together they show the separate costs of a batch, a graph, a pack and a
 * wrong answer.
 */
export const SCENARIOS = {
  single: "1 a batch",
  ten: "10 a batch",
  fifty: "50 a batch",
  wrong: "50 a batch, each session with a wrong answer",
  long: "50 a batch, in one long graph",
} as const;
