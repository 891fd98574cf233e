import { and, asc, count, desc, eq, exists, gte, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import type { CheckedJudgement } from "../../attribution/judge/judge-answer.ts";
import {
  DEFAULT_JUDGE_SETTINGS,
  type JudgeFigures,
  type JudgeFilter,
  type Judgement,
  type JudgementOf,
  type JudgeSettings,
} from "../../protocol/api/annotation/judge.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { wilson } from "../../statistics/wilson.ts";
import { afterCursor, pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { judgement, judgeSettings } from "../schema/judge.ts";
import { failedCase, graph as graphTable } from "../schema/project.ts";
import { statementParts } from "../statement-parts.ts";

type DrawnAnswer = Pick<
  typeof judgement.$inferSelect,
  "id" | "graph" | "query" | "prediction" | "system" | "occurredAt"
>;
export type WaitingAnswer = typeof judgement.$inferSelect;

const DAY_MS = 86_400_000;
const dayStart = (now: number) => now - (now % DAY_MS);

/** Start of the next UTC day, when the counts for the daily limits start at 0. */
export const nextDay = (now: number): number => dayStart(now) + DAY_MS;

export class JudgeRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  async settings(): Promise<JudgeSettings> {
    const [row] = await this.#database
      .select()
      .from(judgeSettings)
      .where(eq(judgeSettings.project, this.#project));
    if (row === undefined) return DEFAULT_JUDGE_SETTINGS;
    const { project: _, ...settings } = row;
    return settings;
  }

  /**
   * Stores the settings and makes waiting answers due: the new limits can allow judging them today.
   */
  async put(settings: JudgeSettings, now: number): Promise<void> {
    await this.#database.batch([
      this.#database
        .insert(judgeSettings)
        .values({ project: this.#project, ...settings })
        .onConflictDoUpdate({ target: judgeSettings.project, set: settings }),
      this.#database
        .update(judgement)
        .set({ dueAt: now })
        .where(and(this.#own(), sql`${judgement.state} = 'waiting'`, gte(judgement.dueAt, now))),
    ]);
  }

  /**
   * Stores answers that were chosen at random to be judged. Answers that are stored already stay as
   * they are. Stores nothing if the graph was deleted, or if a new graph with the same id replaced
   * it.
   */
  async draw(graphCreatedAt: number, answers: readonly DrawnAnswer[], now: number): Promise<void> {
    for (const part of statementParts(answers)) {
      const field = (name: keyof DrawnAnswer) => sql`answer.value ->> ${`$.${name}`}`;
      await this.#database
        .insert(judgement)
        .select(
          sql`select ${field("id")}, ${this.#project}, ${field("graph")}, ${graphCreatedAt},
            ${field("query")}, ${field("prediction")}, ${field("system")}, ${field("occurredAt")},
            ${now}, 'waiting', ${now}, 0, null, null, null, null, null, 0, null
          from json_each(${JSON.stringify(part)}) as answer
          where exists (select 1 from ${graphTable} where project = ${this.#project}
            and id = ${field("graph")} and created_at = ${graphCreatedAt})`,
        )
        .onConflictDoNothing();
    }
  }

  /** Returns graphs with answers to judge now; none if the judge is switched off. */
  async dueGraphs(now: number, limit: number): Promise<string[]> {
    const rows = await this.#database
      .selectDistinct({ graph: judgement.graph })
      .from(judgement)
      .innerJoin(judgeSettings, eq(judgeSettings.project, judgement.project))
      .where(and(this.#due(now), eq(judgeSettings.enabled, true)))
      .limit(limit);
    return rows.map(({ graph }) => graph);
  }

  dueOf(graph: string, now: number, limit: number): Promise<WaitingAnswer[]> {
    return this.#database
      .select()
      .from(judgement)
      .where(and(this.#due(now), eq(judgement.graph, graph)))
      .orderBy(asc(judgement.occurredAt), asc(judgement.id))
      .limit(limit);
  }

  /** Returns how many answers the model judged today, and what today's questions cost. */
  async today(now: number): Promise<{ answers: number; usd: number }> {
    const [row] = await this.#database
      .select({
        answers: sql<number>`coalesce(sum(${judgement.state} <> 'waiting'), 0)`,
        usd: sql<number>`coalesce(sum(${judgement.usd}), 0)`,
      })
      .from(judgement)
      .where(and(this.#own(), gte(judgement.askedAt, dayStart(now))));
    return row ?? { answers: 0, usd: 0 };
  }

  async judged(
    id: string,
    { judgement: made, reason, quote, message }: CheckedJudgement,
    { usd, models, now }: { usd: number; models: string; now: number },
  ): Promise<void> {
    await this.#database
      .update(judgement)
      .set({
        state: "judged",
        ...{ judgement: made, reason, quote, message, models, askedAt: now },
        usd: sql`${judgement.usd} + ${usd}`,
      })
      .where(this.#one(id));
  }

  /**
   * Stores an attempt that gave no judgement.
   * @param dueAt time of the next attempt; null to give the answer up
   */
  async unanswered(
    id: string,
    { reason, usd, dueAt, now }: { reason: string; usd: number; dueAt: number | null; now: number },
  ): Promise<void> {
    await this.#database
      .update(judgement)
      .set({
        ...{ reason, askedAt: now, attempts: sql`${judgement.attempts} + 1` },
        usd: sql`${judgement.usd} + ${usd}`,
        ...(dueAt === null ? { state: "failed" as const } : { dueAt }),
      })
      .where(this.#one(id));
  }

  /**
   * Postpones all waiting answers of the project, because they share the daily limits. Does nothing
   * if somebody changed the limits: the new limits can allow judging the answers today.
   * @param limits the limits that the caller has reached
   */
  async postpone(
    dueAt: number,
    limits: Pick<JudgeSettings, "answersPerDay" | "usdPerDay">,
  ): Promise<void> {
    const areSame = this.#database
      .select({ one: sql`1` })
      .from(judgeSettings)
      .where(
        and(
          eq(judgeSettings.project, this.#project),
          eq(judgeSettings.answersPerDay, limits.answersPerDay),
          eq(judgeSettings.usdPerDay, limits.usdPerDay),
        ),
      );
    await this.#database
      .update(judgement)
      .set({ dueAt })
      .where(
        and(
          this.#own(),
          sql`${judgement.state} = 'waiting'`,
          lt(judgement.dueAt, dueAt),
          exists(areSame),
        ),
      );
  }

  /**
   * Deletes the waiting answer. Call this if somebody judged the answer meanwhile, or if the graph
   * no longer contains it.
   */
  async withdraw(id: string): Promise<void> {
    await this.#database.delete(judgement).where(this.#one(id));
  }

  async figures(filter: JudgeFilter, now: number): Promise<JudgeFigures> {
    const where = this.#matching(filter);
    const [states, [agreed], settings, today] = await Promise.all([
      this.#database
        .select({ state: judgement.state, judgement: judgement.judgement, answers: count() })
        .from(judgement)
        .where(where)
        .groupBy(judgement.state, judgement.judgement),
      this.#database
        .select({
          compared: count(),
          same: sql<number>`coalesce(sum(${SAYS_WRONG} = (${judgement.judgement} = 'wrong')), 0)`,
        })
        .from(judgement)
        .innerJoin(failedCase, IS_SAME_ANSWER)
        .where(and(where, ne(judgement.judgement, "unknown"), IS_COMPARED)),
      this.settings(),
      this.today(now),
    ]);
    const of = (state: WaitingAnswer["state"], made: Judgement | null = null) =>
      states.find((row) => row.state === state && row.judgement === made)?.answers ?? 0;
    const [right, wrong] = [of("judged", "right"), of("judged", "wrong")];
    const { compared, same } = agreed ?? { compared: 0, same: 0 };
    return {
      ...{ settings, right, wrong, unknown: of("judged", "unknown"), today },
      ...{
        waiting: of("waiting"),
        failed: of("failed"),
        wrongShare: shareOf(wrong, right + wrong),
      },
      agreement: { compared, same, ...shareOf(same, compared) },
    };
  }

  async list(
    filter: JudgeFilter & { readonly judgement?: Judgement | undefined },
    cursor: Cursor | undefined,
    limit: number,
  ) {
    const rows = await this.#database
      .select({ row: judgement, case: failedCase.id })
      .from(judgement)
      .leftJoin(failedCase, IS_SAME_ANSWER)
      .where(
        and(
          this.#matching(filter),
          eq(judgement.state, "judged"),
          filter.judgement ? eq(judgement.judgement, filter.judgement) : undefined,
          afterCursor(cursor, judgement.occurredAt, judgement.id),
        ),
      )
      .orderBy(desc(judgement.occurredAt), desc(judgement.id))
      .limit(limit + 1);
    return pageOf(
      rows,
      limit,
      ({ row, case: opened }) => toJudgement(row, opened),
      ({ row }) => ({ time: row.occurredAt, id: row.id }),
    );
  }

  #own(): SQL {
    return eq(judgement.project, this.#project);
  }

  #one(id: string): SQL | undefined {
    return and(this.#own(), eq(judgement.id, id));
  }

  #due(now: number): SQL | undefined {
    return and(this.#own(), sql`${judgement.state} = 'waiting'`, lte(judgement.dueAt, now));
  }

  #matching({ from, to, system }: JudgeFilter): SQL | undefined {
    return and(
      this.#own(),
      from ? gte(judgement.occurredAt, Date.parse(from)) : undefined,
      to ? lt(judgement.occurredAt, Date.parse(to)) : undefined,
      system ? eq(judgement.system, system) : undefined,
    );
  }
}

const IS_SAME_ANSWER = sql`${failedCase.id} = 'case_' || substr(${judgement.id}, 5)`;
/**
 * SQL for the error type that people agreed on: the type in the case's valid label. `JudgeError`
 * means that the answer was right and the judge was wrong. Every other type means that the answer
 * was wrong.
 */
const LABELLED_TYPE = sql`${failedCase.label} ->> '$.errorType'`;
/**
 * SQL condition that is true if a person judged the case. A person does this by labelling the case
 * or by opening it over the API.
 */
const IS_COMPARED = sql`(${failedCase.label} is not null or ${failedCase.origin} = 'api')`;
const SAYS_WRONG = sql`(${LABELLED_TYPE} is not 'JudgeError')`;

function shareOf(hits: number, of: number) {
  return { share: of === 0 ? null : hits / of, ...wilson(hits, of) };
}

function toJudgement(row: WaitingAnswer, opened: string | null): JudgementOf {
  const { id, graph, system, query, prediction, message } = row;
  return {
    ...{ id, graph, system, query, prediction, message, case: opened },
    ...{ judgement: row.judgement ?? "unknown", reason: row.reason ?? "", quote: row.quote ?? "" },
    models: row.models ?? "",
    occurredAt: new Date(row.occurredAt).toISOString(),
    judgedAt: new Date(row.askedAt ?? row.createdAt).toISOString(),
  };
}
