/** The whole installation's state, for its operators. Contains no text of a trace. */
import * as z from "zod";
import { MOST_COUNTED } from "../../limits.ts";

/**
 * Maximum number of projects to list whose packs (blocks of stored events) are moving to another
 * database.
 */
export const MOST_MOVES = 100;

const Count = z.number().int().min(0);
const Time = z.iso.datetime();

/**
 * - `attribution`: wrong answers to attribute
 * - `examination`: graphs to search for wrong answers
 * - `jobs`: reports and rounds of the optimizer
 * - `deliveries`: deliveries to webhook endpoints and channels
 * - `letters`: e-mails
 * - `audit`: changes that were announced to the audit log and have no entry in it yet
 * - `deletions`: projects that are being deleted
 * - `billing`: events for the billing system
 */
const WORK_QUEUES = [
  "attribution",
  "examination",
  "jobs",
  "deliveries",
  "letters",
  "audit",
  "deletions",
  "billing",
] as const;
export const WorkQueue = z.enum(WORK_QUEUES);
export type WorkQueue = z.infer<typeof WorkQueue>;

export const QueueStatus = z.object({
  queue: WorkQueue,
  waiting: Count.describe(`items that have not begun; at most ${MOST_COUNTED} are counted`),
  due: Count.describe("waiting items that are due now"),
  running: Count.nullable().describe(
    "items that a worker is processing; null if this is not recorded",
  ),
  oldestAt: Time.nullable().describe("time since which the oldest due item has been waiting"),
});
export type QueueStatus = z.infer<typeof QueueStatus>;

export const FailureCount = z.object({
  work: z.enum(["case", "job", "delivery", "letter", "billing"]),
  cause: z.string(),
  count: Count.describe(
    "number of failures with this cause among the newest 1000 failures of this work",
  ),
});
export type FailureCount = z.infer<typeof FailureCount>;

const named = {
  project: z.string(),
  projectName: z.string(),
  organization: z.string(),
  organizationName: z.string(),
};

export const SlowTenant = z.object({
  ...named,
  queue: WorkQueue,
  waiting: Count.describe("items of the project in this queue; at most 1000 are counted"),
  oldestAt: Time,
});
export type SlowTenant = z.infer<typeof SlowTenant>;

export const DatabaseStatus = z.object({
  binding: z.string(),
  bytes: Count,
  limit: Count.describe("bytes that the platform allows"),
});
export type DatabaseStatus = z.infer<typeof DatabaseStatus>;

export const PackMove = z.object({
  ...named,
  from: z.string().describe("the binding of the database that the packs leave"),
  to: z.string().describe("the binding of the database that gets the packs"),
  since: Time,
});
export type PackMove = z.infer<typeof PackMove>;

export const OperatorStatus = z
  .object({
    at: Time,
    version: z.string().describe("version of the deployment that answers the request"),
    sweep: z
      .object({
        startedAt: Time,
        milliseconds: Count,
        failedParts: z
          .array(z.string())
          .describe("names of the parts of the sweep that failed; the logs contain their errors"),
      })
      .nullable()
      .describe("the last sweep, which runs every minute; null before the first one"),
    queues: z.array(QueueStatus),
    failures: z.array(FailureCount).describe("failures of the last 24 hours, most frequent first"),
    slowest: z
      .array(SlowTenant)
      .describe("projects whose due work waits longest, at most ten; one row for each queue"),
    databases: z.array(DatabaseStatus),
    moves: z
      .array(PackMove)
      .describe(
        `projects whose packs move between databases, the earliest move first; at most ${MOST_MOVES}`,
      ),
  })
  .meta({ id: "OperatorStatus" });
export type OperatorStatus = z.infer<typeof OperatorStatus>;
