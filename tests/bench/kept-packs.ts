/**
 * The cost of keeping a million events for a year: in D1, and if their packs move to R2 after a
 * month. Counts the work of the moves in the real runtime; the prices of storage are per month.
 */
import type { Counters } from "./billable-units.ts";
import type { Figure } from "./measurement.ts";
import { OBJECT_GIGABYTES, PRICES } from "./simulate/platform.ts";

const MILLION = 1_000_000;
const GIGABYTE = 1e9;
/** COLD_AFTER_DAYS of wrangler.toml. */
const MONTHS_BEFORE_MOVE = 1;

/** Stored bytes before or after a move, as the measured Worker reports them. */
export interface KeptBytes {
  readonly packs: number;
  /** Bytes of the packs' bodies. */
  readonly packBytes: number;
  readonly objects: number;
  /** Bytes of the rows that name objects. */
  readonly rowBytes: number;
}

export interface Kept {
  readonly events: number;
  readonly before: KeptBytes;
  readonly after: KeptBytes;
  /** Counts of the moves alone. */
  readonly moves: Readonly<Record<Exclude<keyof Counters, "lastAlarmAt">, number>>;
}

/** Computes dollars for a million events that are kept for a year. */
export function yearOf({ events, before, after, moves }: Kept) {
  const scale = MILLION / events;
  const database = before.packBytes * PRICES.databaseGigabyteMonth.value;
  const bucket =
    before.packBytes * PRICES.bucketGigabyteMonth.value +
    (after.rowBytes - before.rowBytes) * PRICES.databaseGigabyteMonth.value;
  const dollars = {
    inDatabase: (database * 12 * scale) / GIGABYTE,
    moved: {
      firstMonth: (database * MONTHS_BEFORE_MOVE * scale) / GIGABYTE,
      bucket: (bucket * (12 - MONTHS_BEFORE_MOVE) * scale) / GIGABYTE,
      writes: moves.bucketWrites * PRICES.bucketWrite.value * scale,
      reads: moves.bucketReads * PRICES.bucketRead.value * scale,
      rows:
        (moves.databaseRowsWritten + moves.objectRowsWritten) * PRICES.rowWritten.value * scale +
        (moves.databaseRowsRead + moves.objectRowsRead) * PRICES.rowRead.value * scale,
      objects:
        (moves.objectRequests * PRICES.objectRequest.value +
          (moves.objectMilliseconds / 1_000) *
            OBJECT_GIGABYTES *
            PRICES.objectGigabyteSecond.value) *
        scale,
    },
  };
  const { firstMonth: _, bucket: __, ...work } = dollars.moved;
  const perMonth = ((database - bucket) * scale) / GIGABYTE;
  return {
    ...dollars,
    /** Months in R2 after which the move has saved what it cost. */
    monthsToSave: Object.values(work).reduce((sum, each) => sum + each, 0) / perMonth,
  };
}

export function keptFigures(name: string, kept: Kept): Figure[] {
  const { inDatabase, moved, monthsToSave } = yearOf(kept);
  return [
    { name: `a million events kept for a year in D1, ${name}`, value: inDatabase, unit: "$" },
    {
      name: `a million events kept for a year, moved to R2 after a month, ${name}`,
      value: Object.values(moved).reduce((sum, each) => sum + each, 0),
      unit: "$",
    },
    { name: `months in R2 until the move has paid, ${name}`, value: monthsToSave, unit: "months" },
  ];
}
