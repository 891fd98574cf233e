import { and, count, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "../../../reports/over-time.ts";
import type { Database } from "../../database.ts";
import { rightAnswer } from "../../schema/annotation/answers.ts";
import { answerKind, answerTally } from "../../schema/findings.ts";
import { failedCase } from "../../schema/project.ts";
import { IS_NO_CASE } from "../answers/is-no-case.ts";
import { MAX_KINDS, rightKind, wrongKind } from "./kinds.ts";
import type { Span } from "./tallied-spans.ts";
import { talliesIn } from "./tally-rows.ts";

/**
 * SQL for the number of full hours from the epoch to `at`. Rounds down before 1970 too, although
 * SQLite rounds quotients towards zero.
 */
const hourOf = (at: SQL | typeof failedCase.occurredAt | typeof rightAnswer.occurredAt) =>
  sql<number>`(${at} - (${at} % ${sql.raw(`${HOUR_MS}`)} + ${sql.raw(`${HOUR_MS}`)}) % ${sql.raw(`${HOUR_MS}`)}) / ${sql.raw(`${HOUR_MS}`)}`;

/** Queries that count answers by hour and kind. They read the answers' rows, not the tallies. */
export function rowsByHour(database: Database, project: string, { from, to }: Span) {
  const wrongHour = hourOf(failedCase.occurredAt).as("hour");
  const rightHour = hourOf(rightAnswer.occurredAt).as("hour");
  const wrong = sql<string>`${sql.raw(wrongKind("failed_case"))}`.as("kind");
  const right = sql<string>`${sql.raw(rightKind("right_answer"))}`.as("kind");
  const isOwn = (table: typeof failedCase | typeof rightAnswer) =>
    and(eq(table.project, project), gte(table.occurredAt, from), lt(table.occurredAt, to));
  const grouped = sql`hour, kind`;
  return {
    wrong: database
      .select({ hour: wrongHour, kind: wrong, count: count().as("answers") })
      .from(failedCase)
      .where(isOwn(failedCase))
      .groupBy(grouped),
    right: database
      .select({ hour: rightHour, kind: right, count: count().as("answers") })
      .from(rightAnswer)
      .where(and(isOwn(rightAnswer), IS_NO_CASE))
      .groupBy(grouped),
  };
}

/** @param day start of the day, in milliseconds since the epoch */
export async function rebuildDay(database: Database, project: string, day: number): Promise<void> {
  const span = { from: day, to: day + DAY_MS };
  const { wrong, right } = rowsByHour(database, project, span);
  const rows = sql`(select * from ${wrong} union all select * from ${right})`;
  const known = sql`select kind from answer_kind where project = ${project}`;
  const room = sql`(select max(0, ${MAX_KINDS} - count(*)) from answer_kind where project = ${project})`;
  await database.batch([
    database.delete(answerTally).where(talliesIn(project, span)),
    database.insert(answerKind).select(sql`
      select null, ${project}, kind from (
        select distinct kind from ${rows} where kind not in (${known})
      ) limit ${room}`),
    database.insert(answerTally).select(sql`
      select ${project}, 1, hour * ${sql.raw(`${HOUR_MS}`)}, sum(answers), json_group_object(cast(id as text), answers)
      from (
        select hour, coalesce(answer_kind.id, 0) as id, sum(answers) as answers
        from ${rows} as answer
          left join answer_kind on answer_kind.project = ${project} and answer_kind.kind = answer.kind
        group by 1, 2
      ) group by hour`),
    sumDays(
      database,
      project,
      span,
      sql`exists (select 1 from tally_check where project = ${project} and days_until > ${day})`,
    ),
  ]);
}

/** Statement that computes the span's daily tallies from its hourly tallies. */
export function sumDays(database: Database, project: string, { from, to }: Span, onlyIf?: SQL) {
  const length = sql.raw(`${DAY_MS}`);
  return database.insert(answerTally).select(sql`
    select ${project}, 24, day, sum(answers), json_group_object(id, answers)
    from (
      select start - (start % ${length} + ${length}) % ${length} as day, counted.key as id, sum(counted.value) as answers
      from answer_tally, json_each(iif(json_valid(counts), counts, '{}')) as counted
      where project = ${project} and hours = 1 and start >= ${from} and start < ${to} and ${onlyIf ?? sql`1`}
      group by 1, 2
    ) group by day`);
}
