/** Counts the cases with a verdict in each bucket. A bucket is a full hour, day or week in UTC. */
import type { Distribution } from "../protocol/api/insights/distribution.ts";
import { type CaseGroup, hasVerdict, type Period } from "./case-row.ts";
import { countsOf } from "./shares.ts";

export type Bucket = Distribution["bucket"];

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const LENGTH_MS = { hour: HOUR_MS, day: DAY_MS, week: WEEK_MS } as const;

/** 5 January 1970, the first Monday after the epoch. 1 January 1970 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

const LONGEST_BY_HOUR_MS = 2 * DAY_MS;
const LONGEST_BY_DAY_MS = 92 * DAY_MS;

/**
 * A chart shows empty buckets only if it has at most this many buckets: about twenty years of
 * weeks. For a longer period, the result contains only buckets with cases.
 */
const MAX_FILLED_BUCKETS = 1_000;

/** Chooses a bucket size that gives a readable chart of the period. */
export function bucketOf(period: Period): Bucket {
  const length = period.to - period.from;
  if (length <= LONGEST_BY_HOUR_MS) return "hour";
  return length <= LONGEST_BY_DAY_MS ? "day" : "week";
}

/**
 * A grid of buckets. `length` is the length of each bucket in milliseconds. `origin` is the start
 * of any one bucket, in milliseconds since the epoch.
 */
export interface BucketGrid {
  readonly length: number;
  readonly origin: number;
}

/** Returns the grid for a bucket size. Weeks start on Monday, as in ISO 8601. */
export function gridOf(bucket: Bucket): BucketGrid {
  return { length: LENGTH_MS[bucket], origin: bucket === "week" ? FIRST_MONDAY_MS : 0 };
}

/** Returns the start of the bucket that contains the time `at`. */
export const bucketStart = (at: number, bucket: Bucket): number => startOf(at, gridOf(bucket));

/** Returns the start of the bucket in this grid that contains the time `at`. */
export function startOf(at: number, { length, origin }: BucketGrid): number {
  return Math.floor((at - origin) / length) * length + origin;
}

/**
 * Counts the cases in each bucket. The oldest bucket comes first. Buckets without cases are
 * included between buckets with cases.
 */
export function countOverTime(
  rows: readonly CaseGroup[],
  period: Period,
  bucket: Bucket,
): Distribution["overTime"] {
  const groups = Map.groupBy(rows.filter(hasVerdict), (row) => bucketStart(row.occurredAt, bucket));
  return startsOf(period, bucket, [...groups.keys()]).map((start) => ({
    start: new Date(start).toISOString(),
    ...countsOf(groups.get(start) ?? []),
  }));
}

function startsOf(period: Period, bucket: Bucket, occurring: readonly number[]): number[] {
  if (period.to <= period.from) return [];
  const first = bucketStart(period.from, bucket);
  const count = Math.ceil((period.to - first) / LENGTH_MS[bucket]);
  if (count > MAX_FILLED_BUCKETS) return occurring.toSorted((a, b) => a - b);
  return Array.from({ length: count }, (_, i) => first + i * LENGTH_MS[bucket]);
}
