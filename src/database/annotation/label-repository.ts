/**
 * Labels of a project's cases. Each change adds a label row. A case can have labels of several
 * people. So each change also updates the column `label` of the case's row. This column has the
 * one label that is used for the case (see `countLabels`).
 */
import { and, type Column, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { CaseLabels, Label, LabelRow } from "../../protocol/api/annotation/labels.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import { bytesOf, pageOfLongRows } from "../cursor.ts";
import type { Database } from "../database.ts";
import { caseLabel } from "../schema/annotation/labels.ts";
import { failedCase } from "../schema/project.ts";
import { labelAuthors } from "./label-authors.ts";
import {
  addLabelRow,
  countLabels,
  hasSeen,
  isAdjudicated,
  isOwnChange,
  type NewLabelRow,
} from "./label-rows.ts";
import { PLACE, ROW_VIEW, toLabelRow } from "./label-views.ts";

export interface Adjudication {
  /** The new label; null withdraws the author's label. */
  readonly label: Label | null;
  /** `number` of the newest label row that the person saw before the change. */
  readonly seen: number;
}

export type LabelFault =
  | { readonly kind: "unknown_case" }
  | { readonly kind: "too_many_rows" }
  /** Other people added label rows after this person had read the case. */
  | {
      readonly kind: "outdated";
      readonly case: string;
      readonly seen: number;
      readonly newest: number;
      /** The last `TOLD_ROWS` rows that other people added, oldest first. */
      readonly news: readonly LabelRow[];
    };

interface LabelPage {
  readonly cursor: Cursor | undefined;
  readonly limit: number;
}

const FIRST_PAGE: LabelPage = { cursor: undefined, limit: 50 };
const TOLD_ROWS = 3;

export class LabelRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Sets or withdraws the author's own label. Adds no row if the label does not change.
   * @param author `person:` or `key:` followed by an id
   */
  async set(
    id: string,
    author: string,
    label: Label | null,
    now: number,
  ): Promise<Result<undefined, LabelFault>> {
    const isChange = isOwnChange(author, label);
    const row = { author, label, createdAt: now, isAdjudication: false };
    if (await this.#add(id, row, isChange)) return success(undefined);
    const [left] = await this.#database.select({ isChange }).from(failedCase).where(this.#own(id));
    if (left === undefined) return failure({ kind: "unknown_case" });
    return left.isChange ? failure({ kind: "too_many_rows" }) : success(undefined);
  }

  /**
   * Stores a person's decision about which label of the case is compared with the verdict. Refuses
   * the decision if other people added label rows after this person had read the case.
   */
  async adjudicate(
    id: string,
    author: string,
    { label, seen }: Adjudication,
    now: number,
  ): Promise<Result<CaseLabels, LabelFault>> {
    const row = { author, label, createdAt: now, isAdjudication: true };
    const hasEffect = label === null ? isAdjudicated : undefined;
    const isAdded = await this.#add(id, row, and(hasSeen(seen), hasEffect));
    const labels = await this.of(id, author, FIRST_PAGE);
    if (labels === undefined) return failure({ kind: "unknown_case" });
    if (isAdded) return success(labels);
    if (labels.newest !== seen) return failure(await this.#outdated(labels, seen, author));
    return label === null ? success(labels) : failure({ kind: "too_many_rows" });
  }

  /**
   * Returns the labels of all authors: current labels, then earlier labels.
   * @param you the author who makes the request
   */
  async of(id: string, you: string, { cursor, limit }: LabelPage): Promise<CaseLabels | undefined> {
    const newest = sql<number>`(select coalesce(max(number), 0) from case_label where "case" = ${id})`;
    const { labelState, label } = failedCase;
    const [found] = await this.#database
      .select({ labelState, label, newest })
      .from(failedCase)
      .where(this.#own(id));
    if (found === undefined) return undefined;
    const where = and(this.#rowsOf(id), cursor && lt(PLACE, cursor.time));
    const page = await pageOfLongRows(limit, {
      sizes: (count) =>
        this.#database
          .select({ bytes: bytesOf(caseLabel.label) })
          .from(caseLabel)
          .where(where)
          .orderBy(desc(PLACE))
          .limit(count),
      rows: (count) => this.#rows(where, PLACE, count),
      toItem: (row) => row,
      cursorOf: (row) => ({ time: row.place, id }),
    });
    const authorOf = await this.#authorsOf(page.items, you);
    const items = page.items.map((row) => toLabelRow(row, authorOf(row.author)));
    return { case: id, ...found, items, next: page.next };
  }

  async #outdated({ case: id, newest }: CaseLabels, seen: number, you: string) {
    const since = and(this.#rowsOf(id), gt(caseLabel.number, seen));
    const rows = (await this.#rows(since, caseLabel.number, TOLD_ROWS)).toReversed();
    const authorOf = await this.#authorsOf(rows, you);
    const news = rows.map((row) => toLabelRow(row, authorOf(row.author)));
    return { kind: "outdated" as const, case: id, seen, newest, news };
  }

  #rows(where: SQL | undefined, order: Column | SQL, limit: number) {
    return this.#database
      .select(ROW_VIEW)
      .from(caseLabel)
      .where(where)
      .orderBy(desc(order))
      .limit(limit);
  }

  #authorsOf(rows: readonly { readonly author: string }[], you: string) {
    const authors = rows.map(({ author }) => author);
    return labelAuthors(this.#database, this.#project, authors, you);
  }

  #rowsOf(id: string): SQL | undefined {
    return and(eq(caseLabel.project, this.#project), eq(caseLabel.case, id));
  }

  async #add(id: string, row: NewLabelRow, condition: SQL | undefined): Promise<boolean> {
    const [added] = await this.#database.batch([
      addLabelRow(this.#database, this.#own(id), row, condition),
      countLabels(this.#database, this.#own(id)),
    ]);
    return added.length > 0;
  }

  #own(id: string): SQL | undefined {
    return and(eq(failedCase.project, this.#project), eq(failedCase.id, id));
  }
}
