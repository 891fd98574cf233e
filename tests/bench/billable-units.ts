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
  queueMessages: number;
  queueBatches: number;
}
