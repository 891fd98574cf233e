/** Counts cases with a verdict per bucket. A bucket is a full hour, day or week in UTC. */
import type { Distribution } from "../protocol/api/insights/distribution.ts";
import { type CaseGroup, hasVerdict, type Period } from "./case-row.ts";
import { countsOf } from "./shares.ts";

export type Bucket = Distribution["bucket"];

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const LENGTH_MS = { hour: HOUR_MS, day: DAY_MS, week: WEEK_MS } as const;

/** The first Monday since 1970: 5 January. The first day, 1 January 1970, was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

const LONGEST_BY_HOUR_MS = 2 * DAY_MS;
const LONGEST_BY_DAY_MS = 92 * DAY_MS;

/**
 * If a chart has at most this many buckets, it also shows the empty buckets. This is about twenty
 * years in weeks. For a longer period, the chart shows only buckets with cases.
 */
const MAX_FILLED_BUCKETS = 1_000;

/** Chooses a bucket size that makes the period's chart readable. */
export function bucketOf(period: Period): Bucket {
  const length = period.to - period.from;
  if (length <= LONGEST_BY_HOUR_MS) return "hour";
  return length <= LONGEST_BY_DAY_MS ? "day" : "week";
}

/**
 * A grid of buckets. `length` is the length of each bucket in milliseconds. `origin` is the start
 * of any one bucket, in milliseconds since 1970.
 */
export interface BucketGrid {
  readonly length: number;
  readonly origin: number;
}

/** Weeks start on Monday, as in ISO 8601. */
export function gridOf(bucket: Bucket): BucketGrid {
  return { length: LENGTH_MS[bucket], origin: bucket === "week" ? FIRST_MONDAY_MS : 0 };
}

export const bucketStart = (at: number, bucket: Bucket): number => startOf(at, gridOf(bucket));

/** Returns the start of the grid's bucket that contains `at`. */
export function startOf(at: number, { length, origin }: BucketGrid): number {
  return Math.floor((at - origin) / length) * length + origin;
}

/**
 * Counts the cases per bucket, the oldest bucket first. Includes empty buckets, unless the period
 * has more than `MAX_FILLED_BUCKETS` buckets.
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
