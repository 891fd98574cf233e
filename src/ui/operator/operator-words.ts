import type {
  FailureCount,
  OperatorStatus,
  WorkQueue,
} from "../../protocol/api/operator/status.ts";
import { count, percent } from "../text/time.ts";

export const QUEUE_WORDS: Readonly<Record<WorkQueue, string>> = {
  attribution: "Attributions",
  examination: "Searches for wrong answers",
  jobs: "Jobs",
  deliveries: "Deliveries",
  letters: "E-mails",
  audit: "Audit entries",
  deletions: "Deletions of projects",
  billing: "Billing events",
};

export const FAILED_WORK_WORDS: Readonly<Record<FailureCount["work"], string>> = {
  case: "Attribution",
  job: "Job",
  delivery: "Delivery",
  letter: "E-mail",
  billing: "Billing event",
};

/**
 * Work that waits longer than this is late. The sweep (a cron job) restarts lost work every minute,
 * so even lost work normally waits less.
 */
const LATE_MS = 5 * 60_000;
/** The sweep is late if its last run is longer ago than this. It should run every minute. */
const SWEEP_LATE_MS = 3 * 60_000;
const FULL_SHARE = 0.8;

/** One sentence about the most urgent problem. */
export function headlineOf({ at, sweep, queues, databases }: OperatorStatus): string {
  const age = (time: string) => Date.parse(at) - Date.parse(time);
  if (sweep !== null && age(sweep.startedAt) > SWEEP_LATE_MS) {
    return "The sweep (a background job that runs every minute) last started more than three minutes ago. Check the cron trigger.";
  }
  const full = databases.find(({ bytes, limit }) => bytes / limit >= FULL_SHARE);
  if (full) return `The database ${full.binding} is ${percent(full.bytes / full.limit)} full.`;
  const [late] = queues
    .filter(({ oldestAt }) => oldestAt !== null && age(oldestAt) > LATE_MS)
    .sort((a, b) => Date.parse(a.oldestAt ?? at) - Date.parse(b.oldestAt ?? at));
  if (late) {
    const minutes = Math.floor(age(late.oldestAt ?? at) / 60_000);
    return `${QUEUE_WORDS[late.queue]} wait: the oldest has been due for ${count(minutes)} minutes.`;
  }
  return "No work waits longer than five minutes.";
}
