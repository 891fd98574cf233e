/**
 * The judged answers of a project. This class stores the right answers. Wrong answers are stored as
 * cases.
 */
import { and, count, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { AnnotationErrorFilter } from "../../../protocol/api/annotation/annotation-errors.ts";
import {
  type AnswerFilter,
  type JudgedAnswer,
  MAX_RIGHT_ANSWERS,
} from "../../../protocol/api/annotation/answers.ts";
import type { CaseFilter } from "../../../protocol/api/api.ts";
import type { CaseSelection } from "../../../protocol/api/insights/case-selection.ts";
import type { Cursor } from "../../../protocol/cursor.ts";
import { afterCursor, bytesOf, pageOfLongRows } from "../../cursor.ts";
import type { Database } from "../../database.ts";
import { rightAnswer } from "../../schema/annotation/answers.ts";
import { failedCase, graph as graphTable } from "../../schema/project.ts";
import { statementParts } from "../../statement-parts.ts";
import { ifGiven, isOneOf } from "../../statement-values.ts";
import { annotationErrors, type PageWanted } from "../annotation-errors.ts";
import { containsAny, matching, namesUser } from "../case-filter.ts";
import { EXPECTED } from "./expected-answers.ts";
import { IS_NO_CASE } from "./is-no-case.ts";
import type { NewRightAnswer } from "./right-answers.ts";

type StoredAnswer = typeof rightAnswer.$inferSelect;

export class AnswerRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Stores new right answers of the graph, up to `MAX_RIGHT_ANSWERS`. Stores nothing if the graph
   * was deleted, or was not created at `graphCreatedAt`.
   */
  async record(
    graph: string,
    graphCreatedAt: number,
    answers: readonly NewRightAnswer[],
  ): Promise<void> {
    if (answers.length === 0) return;
    const rows = await this.#database
      .select({ id: rightAnswer.id })
      .from(rightAnswer)
      .where(and(eq(rightAnswer.project, this.#project), eq(rightAnswer.graph, graph)));
    const known = new Set(rows.map(({ id }) => id));
    const room = Math.max(0, MAX_RIGHT_ANSWERS - known.size);
    const added = answers.filter(({ id }) => !known.has(id)).slice(0, room);
    for (const part of statementParts(added)) await this.#insert(graph, graphCreatedAt, part);
  }

  #insert(graph: string, graphCreatedAt: number, part: readonly NewRightAnswer[]) {
    const field = (name: keyof NewRightAnswer) => sql`answer.value ->> ${`$.${name}`}`;
    return this.#database
      .insert(rightAnswer)
      .select(
        sql`select ${field("id")}, ${this.#project}, ${graph}, ${field("origin")}, ${field("query")},
          ${field("queryId")}, answer.value -> '$.expected', ${field("prediction")},
          ${field("predictionId")}, ${field("score")}, ${field("system")},
          ${field("sessionCategory")}, ${field("occurredAt")}, ${field("createdAt")}
        from json_each(${JSON.stringify(part)}) as answer
        where exists (select 1 from ${graphTable} where project = ${this.#project}
          and id = ${graph} and created_at = ${graphCreatedAt})`,
      )
      .onConflictDoNothing();
  }

  /** Finds a right answer, even if it became a case later. */
  async find(id: string): Promise<StoredAnswer | undefined> {
    const [row] = await this.#database
      .select()
      .from(rightAnswer)
      .where(and(eq(rightAnswer.project, this.#project), eq(rightAnswer.id, id)));
    return row;
  }

  /** Lists right and wrong answers, latest first. */
  async list({ judged, ...filter }: AnswerFilter, cursor: Cursor | undefined, limit: number) {
    let found: SizedAnswer[] = [];
    return pageOfLongRows(limit, {
      sizes: async (count) => {
        const [right, wrong] = await Promise.all([
          judged === "wrong" ? [] : this.#right(filter, cursor, count),
          judged === "right" ? [] : this.#wrong(filter, cursor, count),
        ]);
        found = [...right, ...wrong]
          .sort((a, b) => b.occurredAt - a.occurredAt || (a.id < b.id ? 1 : -1))
          .slice(0, count);
        return found;
      },
      rows: (count) => this.#whole(found.slice(0, count).map(({ id }) => id)),
      toItem: toAnswer,
      cursorOf: ({ occurredAt: time, id }) => ({ time, id }),
    });
  }

  annotationErrors(filter: AnnotationErrorFilter, page: PageWanted) {
    return annotationErrors(this.#database, this.#project, filter, page);
  }

  /** Counts the selected right answers, without those that became cases later. */
  async countRight(filter: CaseSelection): Promise<number> {
    const [row] = await this.#database
      .select({ answers: count() })
      .from(rightAnswer)
      .where(this.#matching(filter));
    return row?.answers ?? 0;
  }

  #right(filter: CaseFilter, cursor: Cursor | undefined, count: number): Promise<SizedAnswer[]> {
    const { id, occurredAt, query, expected, prediction } = rightAnswer;
    return this.#database
      .select({ id, occurredAt, bytes: bytesOf(query, expected, prediction) })
      .from(rightAnswer)
      .where(and(this.#matching(filter), afterCursor(cursor, occurredAt, id)))
      .orderBy(desc(occurredAt), desc(id))
      .limit(count);
  }

  #wrong(filter: CaseFilter, cursor: Cursor | undefined, count: number): Promise<SizedAnswer[]> {
    const { id, occurredAt, query, expected, prediction } = failedCase;
    return this.#database
      .select({ id, occurredAt, bytes: bytesOf(query, expected, prediction) })
      .from(failedCase)
      .where(and(matching(this.#project, filter), afterCursor(cursor, occurredAt, id)))
      .orderBy(desc(occurredAt), desc(id))
      .limit(count);
  }

  /** Returns the right and wrong answers in the same order as `ids`. */
  async #whole(ids: readonly string[]): Promise<AnswerRow[]> {
    const { id, graph, system, sessionCategory, query, queryId } = failedCase;
    const { prediction, predictionId, occurredAt, errorType } = failedCase;
    const [right, wrong] = await this.#database.batch([
      this.#database
        .select()
        .from(rightAnswer)
        .where(and(eq(rightAnswer.project, this.#project), isOneOf(rightAnswer.id, ids))),
      this.#database
        .select({
          ...{ id, graph, system, sessionCategory, query, queryId, expected: EXPECTED },
          ...{ prediction, predictionId, occurredAt, errorType },
          labelledType: sql<JudgedAnswer["labelledType"]>`${failedCase.label} ->> '$.errorType'`,
        })
        .from(failedCase)
        .where(and(eq(failedCase.project, this.#project), isOneOf(id, ids))),
    ]);
    const rows = new Map<string, AnswerRow>();
    for (const row of right)
      rows.set(row.id, { ...row, judged: "right", errorType: null, labelledType: null });
    for (const row of wrong) rows.set(row.id, { ...row, judged: "wrong" });
    return ids.flatMap((each) => rows.get(each) ?? []);
  }

  #matching(filter: CaseSelection): SQL | undefined {
    const { from, to, system, sessionCategory, graph, search } = filter;
    return and(
      eq(rightAnswer.project, this.#project),
      ifGiven(from, (time) => gte(rightAnswer.occurredAt, Date.parse(time))),
      ifGiven(to, (time) => lt(rightAnswer.occurredAt, Date.parse(time))),
      ifGiven(system, (wanted) => eq(rightAnswer.system, wanted)),
      ifGiven(sessionCategory, (wanted) => eq(rightAnswer.sessionCategory, wanted)),
      ifGiven(graph, (wanted) => eq(rightAnswer.graph, wanted)),
      ifGiven(filter.graphs, (wanted) => isOneOf(rightAnswer.graph, wanted)),
      namesUser(this.#project, rightAnswer.graph, filter),
      ifGiven(search, (words) =>
        containsAny([rightAnswer.query, rightAnswer.prediction, rightAnswer.expected], words),
      ),
      IS_NO_CASE,
    );
  }
}

interface SizedAnswer {
  readonly id: string;
  readonly occurredAt: number;
  readonly bytes: number;
}

interface AnswerRow extends Omit<JudgedAnswer, "occurredAt"> {
  readonly occurredAt: number;
}

function toAnswer(row: AnswerRow): JudgedAnswer {
  return {
    id: row.id,
    judged: row.judged,
    graph: row.graph,
    system: row.system,
    sessionCategory: row.sessionCategory,
    query: row.query,
    queryId: row.queryId,
    expected: row.expected,
    prediction: row.prediction,
    predictionId: row.predictionId,
    occurredAt: new Date(row.occurredAt).toISOString(),
    errorType: row.errorType,
    labelledType: row.labelledType,
  };
}
