/** Counts the answers of one day again. */
import { and, count, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database.ts";
import { rightAnswer } from "../../schema/annotation/answers.ts";
import { answerKind, answerTally } from "../../schema/findings.ts";
import { failedCase } from "../../schema/project.ts";
import { IS_NO_CASE } from "../answers/is-no-case.ts";
import { MAX_KINDS, rightKind, wrongKind } from "./kinds.ts";
import { DAY_MS, HOUR_MS, type Span } from "./tallied-spans.ts";

/** The number of an hour; also before 1970, where SQLite rounds towards zero. */
const hourOf = (at: SQL | typeof failedCase.occurredAt | typeof rightAnswer.occurredAt) =>
  sql<number>`(${at} - (${at} % ${sql.raw(`${HOUR_MS}`)} + ${sql.raw(`${HOUR_MS}`)}) % ${sql.raw(`${HOUR_MS}`)}) / ${sql.raw(`${HOUR_MS}`)}`;

/** Answers by hour and kind. */
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

/** @param day its start */
export async function rebuildDay(database: Database, project: string, day: number): Promise<void> {
  const span = { from: day, to: day + DAY_MS };
  const { wrong, right } = rowsByHour(database, project, span);
  const rows = sql`(select * from ${wrong} union all select * from ${right})`;
  const known = sql`select kind from answer_kind where project = ${project}`;
  const room = sql`(select max(0, ${MAX_KINDS} - count(*)) from answer_kind where project = ${project})`;
  const counted = (hours: number, start: SQL) =>
    database.insert(answerTally).select(sql`
      select ${project}, ${hours}, start, sum(answers), json_group_object(cast(id as text), answers)
      from (
        select ${start} as start, coalesce(answer_kind.id, 0) as id, sum(answers) as answers
        from ${rows} as answer
          left join answer_kind on answer_kind.project = ${project} and answer_kind.kind = answer.kind
        group by 1, 2
      ) group by start`);
  await database.batch([
    database
      .delete(answerTally)
      .where(
        and(
          eq(answerTally.project, project),
          gte(answerTally.start, span.from),
          lt(answerTally.start, span.to),
        ),
      ),
    database.insert(answerKind).select(sql`
      select null, ${project}, kind from (
        select distinct kind from ${rows} where kind not in (${known})
      ) limit ${room}`),
    counted(1, sql`hour * ${sql.raw(`${HOUR_MS}`)}`),
    counted(24, sql`${sql.raw(`${day}`)}`),
  ]);
}
