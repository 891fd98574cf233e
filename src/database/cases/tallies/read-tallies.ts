/** Reads a period's tallies, and finds the spans without a usable tally. */
import { eq } from "drizzle-orm";
import type { Database } from "../../database.ts";
import { logFailure } from "../../failure-log.ts";
import { tallyCheck } from "../../schema/findings.ts";
import { dividePeriod, joinSpans, type Span } from "./tallied-spans.ts";
import { readTally, selectCheck, selectKinds, selectTallies, spanOf } from "./tally-rows.ts";

/**
 * A tally is the stored count of a day's or an hour's answers. Some spans (parts of a period) have
 * no usable tally. For each of these spans, the caller counts rows with SQL statements. To limit
 * the statements, there are at most this many spans: if there are more, neighbouring spans are
 * joined.
 */
const MAX_SPANS = 12;

interface UsableTally {
  readonly start: number;
  /** Maps a kind's id to its number of answers. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface ReadTallies {
  readonly kinds: readonly { readonly id: number; readonly kind: string }[];
  readonly tallies: readonly UsableTally[];
  /** The parts of the period that have no usable tally. They do not overlap. */
  readonly spans: readonly Span[];
  /**
   * Time at which wrong tallies of the project were last corrected; null if they were never wrong.
   */
  readonly mendedAt: number | null;
}

/**
 * @param hasDays false if the caller counts by hour. Then only hourly tallies are read, because a
 * daily tally cannot be divided into hours.
 */
export async function readTallies(
  database: Database,
  project: string,
  period: Span,
  hasDays: boolean,
): Promise<ReadTallies> {
  const { tallied, rest } = dividePeriod(period, hasDays);
  const [kinds, checks, ...tallies] = await database.batch([
    selectKinds(database, project),
    selectCheck(database, project),
    ...tallied.flatMap((span) => selectTallies(database, project, span)),
  ]);
  const known = new Set(kinds.map(({ id }) => String(id)));
  const unread: Span[] = [...rest];
  const usable: UsableTally[] = [];
  const drifted: number[] = [];
  for (const row of tallies.flat()) {
    const counts = readTally(row, known);
    if (counts === "drifted") drifted.push(row.start);
    if (typeof counts === "string") unread.push(spanOf(row));
    else usable.push({ start: row.start, counts });
  }
  await reportDrift(database, project, drifted);
  const spans = joinSpans(unread, MAX_SPANS);
  return {
    ...{ kinds, spans, mendedAt: checks[0]?.mendedAt ?? null },
    tallies: usable.filter(({ start }) => !spans.some((span) => holds(span, start))),
  };
}

const holds = ({ from, to }: Span, at: number) => at >= from && at < to;

/**
 * Logs all wrong tallies as one failure. Makes the next sweep compare the project's tallies with
 * the stored answers.
 * @param starts start times of the wrong tallies
 */
async function reportDrift(
  database: Database,
  project: string,
  starts: readonly number[],
): Promise<void> {
  const [first] = starts;
  if (first === undefined) return;
  const error = new Error(
    `The counts of ${starts.length} tallies are wrong. Their rows were counted instead.`,
  );
  logFailure("a tally has drifted", error, { project, start: new Date(first).toISOString() });
  await database.update(tallyCheck).set({ dueAt: 0 }).where(eq(tallyCheck.project, project));
}
