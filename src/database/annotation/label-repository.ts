/** Labels of the cases of one project. Each change is one row, added with what counts afterwards. */
import { and, desc, eq, type SQL } from "drizzle-orm";
import type { CaseLabels, Label } from "../../protocol/api/annotation/labels.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
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
import { labelRowsOf, withCurrent } from "./label-views.ts";

export interface Adjudication {
  /** Null withdraws it. */
  readonly label: Label | null;
  /** Number of the newest row that the person saw. */
  readonly seen: number;
}

export type LabelFault =
  | { readonly kind: "unknown_case" }
  | { readonly kind: "too_many_rows" }
  /** Rows came since the person looked. */
  | { readonly kind: "outdated"; readonly seen: number; readonly labels: CaseLabels };

export class LabelRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Sets the author's own label; null withdraws it. The same label again adds no row.
   * @param author `person:` or `key:` with its id
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

  /** Decides which label counts, if no row came since the person looked. */
  async adjudicate(
    id: string,
    author: string,
    { label, seen }: Adjudication,
    now: number,
  ): Promise<Result<CaseLabels, LabelFault>> {
    const row = { author, label, createdAt: now, isAdjudication: true };
    const hasEffect = label === null ? isAdjudicated : undefined;
    const isAdded = await this.#add(id, row, and(hasSeen(seen), hasEffect));
    const labels = await this.of(id, author);
    if (labels === undefined) return failure({ kind: "unknown_case" });
    if (isAdded) return success(labels);
    if (labels.newest !== seen) return failure({ kind: "outdated", seen, labels });
    return label === null ? success(labels) : failure({ kind: "too_many_rows" });
  }

  /**
   * Everybody's labels with their history.
   * @param you the author who reads
   */
  async of(id: string, you: string): Promise<CaseLabels | undefined> {
    const [[found], rows] = await this.#database.batch([
      this.#database
        .select({ labelState: failedCase.labelState, label: failedCase.label })
        .from(failedCase)
        .where(this.#own(id)),
      this.#database
        .select()
        .from(caseLabel)
        .where(and(eq(caseLabel.project, this.#project), eq(caseLabel.case, id)))
        .orderBy(desc(caseLabel.number)),
    ]);
    if (found === undefined) return undefined;
    const authors = rows.map(({ author }) => author);
    const authorOf = await labelAuthors(this.#database, this.#project, authors, you);
    const items = labelRowsOf(withCurrent(rows), authorOf);
    return { case: id, ...found, newest: rows[0]?.number ?? 0, items };
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
