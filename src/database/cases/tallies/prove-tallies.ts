/**
 * Compares tallies with the answers' rows, a few days at a time. Computes a day's tallies again if
 * they differ.
 */
import { and, asc, eq, gte, lte, or } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "../../../reports/over-time.ts";
import type { Database } from "../../database.ts";
import { logFailure } from "../../failure-log.ts";
import { rightAnswer } from "../../schema/annotation/answers.ts";
import { answerTally, tallyCheck } from "../../schema/findings.ts";
import { failedCase } from "../../schema/project.ts";
import { withoutLostKinds } from "./lost-kinds.ts";
import { rebuildDay, rowsByHour, sumDays } from "./rebuild-day.ts";
import { ALL_TIME, type Span } from "./tallied-spans.ts";
import { readTally, selectCheck, selectKinds, talliesIn } from "./tally-rows.ts";

/** Maximum number of projects in one run. The project that has been due longest comes first. */
const MAX_PROJECTS = 10;
/**
 * A run compares a project day by day. It always finishes a day. It stops after the day in which it
 * has read this many cases, or this many right answers.
 */
const ANSWERS_AT_ONCE = 2_000;
/** Delay from the end of a project's complete comparison to the start of its next one. */
const PAUSE_MS = DAY_MS;
/** Delay from a failed comparison to the next attempt. */
const RETRY_MS = HOUR_MS;

export async function proveTallies(database: Database, now: number): Promise<void> {
  const due = await database
    .select({ project: tallyCheck.project, nextDay: tallyCheck.nextDay })
    .from(tallyCheck)
    .where(or(lte(tallyCheck.dueAt, now), gte(tallyCheck.dueAt, now + 2 * PAUSE_MS)))
    .orderBy(asc(tallyCheck.dueAt))
    .limit(MAX_PROJECTS);
  for (const { project, nextDay } of due) {
    try {
      await proveSome(database, project, nextDay, now);
    } catch (error) {
      logFailure("tallies were not compared", error, { project });
      // Delay this project. Otherwise it would come first in every run, and other projects would
      // never be compared.
      const own = eq(tallyCheck.project, project);
      await database
        .update(tallyCheck)
        .set({ dueAt: now + RETRY_MS })
        .where(own);
    }
  }
}

async function proveSome(
  database: Database,
  project: string,
  nextDay: number | null,
  now: number,
): Promise<void> {
  const from = nextDay ?? ALL_TIME.from;
  const to = await endOfSome(database, project, from);
  const isLast = to === ALL_TIME.to;
  const { wrong, daysUntil } = await wrongDays(database, project, { from, to });
  for (const day of wrong) {
    await rebuildDay(database, project, day);
    const error = new Error(
      "The tallies of a day differed from its answers. They were counted again.",
    );
    logFailure("tallies were corrected", error, { project, day: new Date(day).toISOString() });
  }
  const fullDays = { from: daysUntil, to: Math.min(to, dayOf(now)) };
  const hasFull = fullDays.from < fullDays.to;
  await database.batch([
    database
      .update(tallyCheck)
      .set({
        ...(hasFull && { daysUntil: fullDays.to }),
        nextDay: isLast ? null : to,
        dueAt: isLast ? now + PAUSE_MS : now,
        ...(wrong.length > 0 && { mendedAt: now }),
      })
      .where(eq(tallyCheck.project, project)),
    ...(hasFull ? [sumDays(database, project, fullDays)] : []),
    ...(isLast ? [withoutLostKinds(database, project)] : []),
  ]);
}

/**
 * Returns the time up to which one run compares the project. The first compared day is `from`. The
 * last one is the day in which the run reaches `ANSWERS_AT_ONCE` cases or right answers.
 */
async function endOfSome(database: Database, project: string, from: number): Promise<number> {
  const nth = (table: typeof failedCase | typeof rightAnswer) =>
    database
      .select({ at: table.occurredAt })
      .from(table)
      .where(and(eq(table.project, project), gte(table.occurredAt, from)))
      .orderBy(asc(table.occurredAt))
      .limit(1)
      .offset(ANSWERS_AT_ONCE - 1);
  const found = await database.batch([nth(failedCase), nth(rightAnswer)]);
  const ends = found.flat().map(({ at }) => dayOf(at) + DAY_MS);
  return Math.min(ALL_TIME.to, ...ends);
}

const dayOf = (at: number) => Math.floor(at / DAY_MS) * DAY_MS;

interface Compared {
  /** Start times of the days whose tallies differ from the rows. */
  readonly wrong: readonly number[];
  readonly daysUntil: number;
}

/** Reads tallies and rows in one transaction, so that no write in between makes them differ. */
async function wrongDays(database: Database, project: string, span: Span): Promise<Compared> {
  const rows = rowsByHour(database, project, span);
  const [kinds, checks, tallies, wrong, right] = await database.batch([
    selectKinds(database, project),
    selectCheck(database, project),
    database.select().from(answerTally).where(talliesIn(project, span)),
    rows.wrong,
    rows.right,
  ]);
  const daysUntil = checks[0]?.daysUntil ?? ALL_TIME.from;
  const expected = new Map<string, Map<string, number>>();
  const count = (hours: number, start: number, kind: string, answers: number) => {
    const key = `${hours} ${start}`;
    const counts = expected.get(key) ?? new Map<string, number>();
    expected.set(key, counts.set(kind, (counts.get(kind) ?? 0) + answers));
  };
  for (const { hour, kind, count: answers } of [...wrong, ...right]) {
    count(1, hour * HOUR_MS, kind, answers);
    const day = dayOf(hour * HOUR_MS);
    if (day < daysUntil) count(24, day, kind, answers);
  }
  const textOf = new Map(kinds.map(({ id, kind }) => [String(id), kind]));
  const days = new Set<number>();
  for (const row of tallies) {
    const key = `${row.hours} ${row.start}`;
    const counts = expected.get(key);
    expected.delete(key);
    const told = readTally(row, textOf);
    if (!isEqual(told, textOf, counts, row.total)) days.add(dayOf(row.start));
  }
  for (const key of expected.keys()) days.add(dayOf(Number(key.split(" ")[1])));
  return { wrong: [...days], daysUntil };
}

/**
 * Whether the tally equals the counts from the rows. A tally that overflowed does not count each
 * kind separately. So of such a tally, only the total is compared.
 */
function isEqual(
  told: ReturnType<typeof readTally>,
  kinds: ReadonlyMap<string, string>,
  counts: ReadonlyMap<string, number> | undefined,
  total: number,
): boolean {
  if (counts === undefined || told === "drifted") return false;
  if (told === "overflowed")
    return total === [...counts.values()].reduce((sum, each) => sum + each, 0);
  const own = Object.entries(told);
  return (
    own.length === counts.size &&
    own.every(([id, each]) => counts.get(kinds.get(id) ?? "") === each)
  );
}
