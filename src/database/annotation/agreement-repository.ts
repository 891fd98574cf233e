/** Compares the labels on a project's cases with each other and with the verdicts. */
import { and, count, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type {
  Agreement,
  Disagreement,
  DisagreementWith,
} from "../../protocol/api/annotation/agreement.ts";
import type { LabelAuthor } from "../../protocol/api/annotation/labels.ts";
import type { CaseFilter } from "../../protocol/api/api.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { compareAuthors } from "../../reports/agreement.ts";
import type { LabelledCauses } from "../../reports/case-row.ts";
import { matching } from "../cases/case-filter.ts";
import { longCases, toSummary } from "../cases/case-views.ts";
import { afterCursor, pageOfLongRows } from "../cursor.ts";
import type { Database } from "../database.ts";
import { caseLabel } from "../schema/annotation/labels.ts";
import { failedCase } from "../schema/project.ts";
import { labelAuthors } from "./label-authors.ts";
import { isContradicted, isCurrent, isDivided } from "./label-rows.ts";
import { CURRENT_BYTES, IS_CURRENT, ROW_VIEW, toLabelRow } from "./label-views.ts";

/** Maximum number of listed authors; more than any project has. */
const MAX_AUTHORS = 1_000;
/** Maximum number of labels that one request compares. */
const MAX_COMPARED = 20_000;

export class AgreementRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Compares the authors' newest labels on the cases that match the filter.
   * @param you the author who makes the request
   */
  async compare(filter: CaseFilter, you: string): Promise<Agreement> {
    const rows = await this.#database
      .select({
        case: failedCase.id,
        graph: failedCase.graph,
        author: caseLabel.author,
        label: sql<LabelledCauses>`json_remove(
          ${caseLabel.label}, '$.reason', '$.expected', '$.evidence')`.mapWith(caseLabel.label),
        errorType: failedCase.errorType,
        op: failedCase.op,
      })
      .from(failedCase)
      .innerJoin(caseLabel, eq(caseLabel.case, failedCase.id))
      .where(
        and(matching(this.#project, filter), gt(failedCase.labelledBy, 0), isCurrent(caseLabel)),
      )
      .orderBy(desc(failedCase.occurredAt), desc(failedCase.id), caseLabel.number)
      .limit(MAX_COMPARED + 1);
    const { cases, authors, people, tracer } = compareAuthors(rows.slice(0, MAX_COMPARED));
    const ids = authors.map(({ author }) => author);
    const authorOf = await labelAuthors(this.#database, this.#project, ids, you);
    return {
      cases,
      isCut: rows.length > MAX_COMPARED,
      authors: authors.map((row) => ({ ...row, author: authorOf(row.author) })),
      people: people.map((row) => ({
        ...row,
        first: authorOf(row.first),
        second: authorOf(row.second),
      })),
      tracer: tracer.map((row) => ({ ...row, author: authorOf(row.author) })),
    };
  }

  /**
   * Returns everybody who labelled a case. The author with the most labels comes first.
   * @param you the author who makes the request
   */
  async authors(you: string): Promise<LabelAuthor[]> {
    const rows = await this.#database
      .select({ author: caseLabel.author })
      .from(caseLabel)
      .where(and(eq(caseLabel.project, this.#project), isCurrent(caseLabel)))
      .groupBy(caseLabel.author)
      .orderBy(desc(count()), caseLabel.author)
      .limit(MAX_AUTHORS);
    const ids = rows.map(({ author }) => author);
    return ids.map(await labelAuthors(this.#database, this.#project, ids, you));
  }

  /**
   * Returns cases, newest first. If `between` is `people`, these are the cases on which two authors
   * disagree. If it is `tracer`, these are the cases on which an author disagrees with the verdict.
   */
  async disagreements(
    filter: CaseFilter,
    between: DisagreementWith,
    cursor: Cursor | undefined,
    limit: number,
    you: string,
  ) {
    const differs: SQL = between === "people" ? isDivided : isContradicted;
    const where = and(
      matching(this.#project, filter),
      gt(failedCase.labelledBy, between === "people" ? 1 : 0),
      differs,
      afterCursor(cursor, failedCase.occurredAt, failedCase.id),
    );
    const { sizes, rows } = longCases(this.#database, where, CURRENT_BYTES);
    return pageOfLongRows(limit, {
      sizes,
      rows: async (wanted) => {
        const cases = await rows(wanted);
        const ids = cases.map(({ id }) => id);
        const labels = await this.#labelsOf(ids, you);
        return cases.map((row) => ({ row, labels: labels.get(row.id) ?? [] }));
      },
      toItem: ({ row, labels }): Disagreement => ({ case: toSummary(row), labels }),
      cursorOf: ({ row }) => ({ time: row.occurredAt, id: row.id }),
    });
  }

  async #labelsOf(ids: readonly string[], you: string) {
    const wanted = sql`(select value from json_each(${JSON.stringify(ids)}))`;
    const rows = await this.#database
      .select(ROW_VIEW)
      .from(caseLabel)
      .where(and(eq(caseLabel.project, this.#project), inArray(caseLabel.case, wanted), IS_CURRENT))
      .orderBy(desc(caseLabel.number));
    const authors = rows.map(({ author }) => author);
    const authorOf = await labelAuthors(this.#database, this.#project, authors, you);
    return new Map(
      [...Map.groupBy(rows, (row) => row.case)].map(([id, own]) => [
        id,
        own.map((row) => toLabelRow(row, authorOf(row.author))),
      ]),
    );
  }
}
