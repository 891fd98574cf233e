import {
  and,
  type Column,
  desc,
  eq,
  exists,
  inArray,
  isNotNull,
  ne,
  type SQL,
  sql,
} from "drizzle-orm";
import type { LabelledCase } from "../../attribution/cases/write-annotations.ts";
import type { FoundPrompt } from "../../optimization/find-prompts.ts";
import type { Label } from "../../protocol/api/annotation/labels.ts";
import type { Case, CaseCount, CaseFilter, CaseSummary } from "../../protocol/api/api.ts";
import type { Attribution } from "../../protocol/api/attribution.ts";
import type { CaseSelection } from "../../protocol/api/insights/case-selection.ts";
import type { Transcript } from "../../protocol/api/transcript.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { MAX_OPENED_CASES } from "../../protocol/limits.ts";
import type { ReportTexts } from "../../reports/representative-cases.ts";
import { importLabels } from "../annotation/label-rows.ts";
import { insertWhere, rowColumn } from "../conditional-insert.ts";
import { afterCursor, pageOfLongRows } from "../cursor.ts";
import type { Database } from "../database.ts";
import { giveWay } from "../giving-way.ts";
import { countedOnce } from "../insights/attribution-tally.ts";
import { seenAsFinding } from "../insights/record-finding.ts";
import { promptsOfCase } from "../prompts/prompt-traces.ts";
import { expiredCase } from "../schema/privacy.ts";
import { type delivery, failedCase, graph as graphTable } from "../schema/project.ts";
import { promptCase } from "../schema/prompts.ts";
import { isOneOf } from "../statement-values.ts";
import { countCase } from "../usage/count-usage.ts";
import { type BlamedVariables, blamedVariables } from "./blamed-variables.ts";
import { deliveriesOfCase } from "./case-deliveries.ts";
import { matching } from "./case-filter.ts";
import { NO_TRANSCRIPT, readTranscript, transcriptOfCase } from "./case-transcript.ts";
import {
  FIGURES,
  isDue,
  longCases,
  type StoredCaseRow,
  SUMMARY,
  toCase,
  toSummary,
} from "./case-views.ts";
import { countCases } from "./count-cases.ts";
import { fillIn } from "./fill-in.ts";
import { type LabelledState, labelledCases, labelledState } from "./labelled-cases.ts";
import { reportTexts } from "./report-texts.ts";
import { type AskedAnswers, countAnswers } from "./tallies/count-answers.ts";

export type DeliveryRow = typeof delivery.$inferInsert;

/** A case to open. A case from an imported file can have a label. */
export type NewCase = Omit<
  typeof failedCase.$inferInsert,
  | ("project" | "state" | "stateAt" | "attempts" | "failure" | "label" | "labelState")
  | ("labelledBy" | "confirmed" | "refused" | "decisions")
> & { readonly label?: Label | null };

type AttributedRow = Pick<
  StoredCaseRow,
  "id" | "createdAt" | "occurredAt" | "system" | "decisions"
>;

const isDecidedAs = ({ decisions }: AttributedRow): SQL => eq(failedCase.decisions, decisions);

type TakenCase = Pick<StoredCaseRow, "id" | "createdAt">;

/** Number of cases in one insert statement. D1 allows only 100 bound parameters. */
const OPEN_CHUNK = 4;
/** After this many failed attempts, a case is attributed again only at a person's request. */
export const MAX_ATTEMPTS = 3;

export class CaseRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Opens the cases that are not stored yet, and returns their number. In cases that are already
   * stored, fills only empty fields. Changes nothing if the graph was deleted, or was not created
   * at `graphCreatedAt`.
   */
  async open(cases: readonly NewCase[], now: number, graphCreatedAt?: number): Promise<number> {
    let opened = 0;
    for (let start = 0; start < cases.length; start += OPEN_CHUNK) {
      const rows = cases.slice(start, start + OPEN_CHUNK);
      const ids = await this.#insert(rows, now, graphCreatedAt);
      opened += ids.size;
      for (const row of rows) if (!ids.has(row.id)) await this.#fillIn(row, now, graphCreatedAt);
      await giveWay();
    }
    const labels = cases.flatMap(({ id, label }) => (label ? [[id, label] as const] : []));
    await importLabels(this.#database, this.#project, new Map(labels), now);
    return opened;
  }

  /**
   * Opens a case for a request to the API. Requests can open at most `MAX_OPENED_CASES` cases in a
   * graph; further cases are not opened. If the case is stored already, fills its empty fields.
   */
  async openByRequest(row: NewCase, now: number): Promise<void> {
    const held = sql`select count(*) from ${failedCase}
      where ${this.#in(row.graph)} and ${failedCase.origin} = 'api'`;
    const ids = await this.#insert([row], now, undefined, sql`(${held}) < ${MAX_OPENED_CASES}`);
    if (!ids.has(row.id)) await this.#fillIn(row, now, undefined);
  }

  async #insert(
    cases: readonly NewCase[],
    now: number,
    graphCreatedAt: number | undefined,
    hasRoom = sql`true`,
  ): Promise<Set<string>> {
    const queued = { project: this.#project, state: "queued" as const, stateAt: now, attempts: 0 };
    const unlabelled = { label: null, labelState: "none" as const, labelledBy: 0 };
    const undecided = { confirmed: null, refused: [], decisions: 0 };
    const rows = cases.map((item) => ({ ...item, ...queued, ...unlabelled, ...undecided }));
    const stands = this.#stands(graphCreatedAt, rowColumn(failedCase, "graph"));
    const condition = sql`${stands} and ${hasRoom} and ${this.#isWanted()}`;
    const inserted = await insertWhere(this.#database, failedCase, rows, condition).returning({
      id: failedCase.id,
    });
    return new Set(inserted.map(({ id }) => id));
  }

  /**
   * SQL condition that is true if the case may be opened. It is false if the case was deleted after
   * its retention period, because the graph's old events must not open it again. A request to the
   * API can open even such a case.
   */
  #isWanted(): SQL {
    const column = (name: "origin" | "graph" | "id") => rowColumn(failedCase, name);
    return sql`(${column("origin")} = 'api' or not exists (
      select 1 from ${expiredCase} where ${expiredCase.project} = ${this.#project}
        and ${expiredCase.graph} = ${column("graph")} and ${expiredCase.case} = ${column("id")}))`;
  }

  #fillIn(row: NewCase, now: number, graphCreatedAt: number | undefined) {
    const where = and(this.#own(row.id), this.#stands(graphCreatedAt));
    return fillIn(this.#database, where, row, now);
  }

  async withCorrection(graph: string): Promise<ReadonlySet<string>> {
    const rows = await this.#database
      .select({ id: failedCase.id })
      .from(failedCase)
      .where(and(this.#in(graph), isNotNull(failedCase.correction)));
    return new Set(rows.map(({ id }) => id));
  }

  /** Takes the graph's due case with the earliest answer, and counts an attempt. */
  async takeNext(
    graph: string,
    graphCreatedAt: number,
    now: number,
  ): Promise<StoredCaseRow | undefined> {
    const oldest = this.#database
      .select({ id: failedCase.id })
      .from(failedCase)
      .where(and(this.#in(graph), isDue(now), this.#stands(graphCreatedAt)))
      .orderBy(failedCase.occurredAt, failedCase.id)
      .limit(1);
    const [row] = await this.#database
      .update(failedCase)
      .set({ state: "running", stateAt: now, attempts: sql`${failedCase.attempts} + 1` })
      .where(and(inArray(failedCase.id, oldest), eq(failedCase.state, "queued")))
      .returning();
    return row;
  }

  /** Fails the graph's queued cases. They are attributed again only at a person's request. */
  async failQueued(
    graph: string,
    graphCreatedAt: number,
    failure: string,
    now: number,
  ): Promise<void> {
    await this.#database
      .update(failedCase)
      .set({ state: "failed", stateAt: now, failure })
      .where(and(this.#in(graph), eq(failedCase.state, "queued"), this.#stands(graphCreatedAt)));
  }

  /**
   * Stores the attribution with its deliveries, transcript and prompts, in one transaction. Stores
   * nothing if the case was deleted. Stores nothing either if a person decided on an inferred
   * answer meanwhile, because this decision has queued the case for a new attribution.
   */
  async complete(
    row: AttributedRow,
    attribution: Attribution,
    deliveries: readonly DeliveryRow[],
    behind: readonly FoundPrompt[],
    now: number,
    transcript: Transcript = NO_TRANSCRIPT,
  ): Promise<void> {
    const where = and(this.#taken(row), isDecidedAs(row));
    const taken = { database: this.#database, project: this.#project, where };
    await this.#database.batch([
      countedOnce(taken, row),
      countCase(taken, now),
      this.#database
        .update(failedCase)
        .set({
          state: "done",
          stateAt: now,
          failure: null,
          attribution,
          attributedAt: now,
          outcome: attribution.outcome,
          errorType: attribution.errorType,
          subKind: attribution.subKind,
          op: attribution.op,
          opName: attribution.opName,
          confidence: attribution.confidence,
          // A replay tests one verdict. Keep its proof only if the new verdict is the same.
          proof: sql`case when ${failedCase.errorType} is ${attribution.errorType} and ${failedCase.op} is ${attribution.op} then ${failedCase.proof} end`,
        })
        .where(where),
      ...seenAsFinding(taken, row, attribution, now),
      ...promptsOfCase(taken, row.id, behind),
      ...transcriptOfCase(taken, row.id, transcript),
      ...deliveriesOfCase(taken, row.system, attribution, deliveries, now),
    ]);
  }

  async retry(row: TakenCase, failure: string, dueAt: number): Promise<void> {
    await this.#database
      .update(failedCase)
      .set({ state: "queued", stateAt: dueAt, failure })
      .where(this.#taken(row));
  }

  /** Marks the case as failed. It is attributed again only at a person's request. */
  async fail(row: TakenCase, failure: string, now: number): Promise<void> {
    await this.#database
      .update(failedCase)
      .set({ state: "failed", stateAt: now, failure })
      .where(this.#taken(row));
  }

  /** Queues the case again without counting the attempt. */
  async postpone(row: TakenCase, now: number): Promise<void> {
    await this.#database
      .update(failedCase)
      .set({ state: "queued", stateAt: now, attempts: sql`${failedCase.attempts} - 1` })
      .where(this.#taken(row));
  }

  /** Queues the case for another attribution. Returns undefined if the case does not exist. */
  async requeue(id: string, now: number): Promise<Case | undefined> {
    const [row] = await this.#database
      .update(failedCase)
      .set({ state: "queued", stateAt: now, attempts: 0, failure: null })
      .where(this.#own(id))
      .returning();
    return row && toCase(row);
  }

  labelledState(graph: string): Promise<LabelledState> {
    return labelledState(this.#database, this.#project, graph);
  }

  labelled(graph: string): Promise<LabelledCase[]> {
    return labelledCases(this.#database, this.#project, graph);
  }

  async find(id: string): Promise<Case | undefined> {
    const [row] = await this.#database.select().from(failedCase).where(this.#own(id));
    return row && toCase(row);
  }

  transcript(id: string): Promise<Transcript> {
    return readTranscript(this.#database, this.#project, id);
  }

  /** Returns the cases with these ids. Pass only a few ids, because a case can be large. */
  async findAll(ids: readonly string[]): Promise<Case[]> {
    const rows = await this.#database
      .select()
      .from(failedCase)
      .where(and(eq(failedCase.project, this.#project), isOneOf(failedCase.id, ids)));
    return rows.map(toCase);
  }

  blamedVariables(graph: string, limit: number): Promise<BlamedVariables[]> {
    return blamedVariables(this.#database, this.#project, graph, limit);
  }

  async list(filter: CaseFilter, cursor: Cursor | undefined, limit: number) {
    const after = afterCursor(cursor, failedCase.occurredAt, failedCase.id);
    const where = and(matching(this.#project, filter), after);
    return pageOfLongRows(limit, {
      ...longCases(this.#database, where),
      toItem: toSummary,
      cursorOf: (row) => ({ time: row.occurredAt, id: row.id }),
    });
  }

  count(filter: CaseFilter): Promise<CaseCount> {
    return countCases(this.#database, this.#project, filter);
  }

  /**
   * Returns the ids of the newest cases whose decisive operation used one of these prompt versions.
   */
  async latestBehind(
    versions: readonly { readonly id: string; readonly version: number }[],
    filter: CaseFilter,
    limit: number,
  ): Promise<string[]> {
    const wanted = JSON.stringify(versions.map(({ id, version }) => [id, version]));
    const behind = sql`(select ${promptCase.case} from json_each(${wanted}) as wanted
      join ${promptCase} on ${promptCase.prompt} = wanted.value ->> 0
        and ${promptCase.number} = wanted.value ->> 1)`;
    const rows = await this.#database
      .select({ id: failedCase.id })
      .from(failedCase)
      .where(and(matching(this.#project, filter), inArray(failedCase.id, behind)))
      .orderBy(desc(failedCase.occurredAt), desc(failedCase.id))
      .limit(limit);
    return rows.map(({ id }) => id);
  }

  /** Returns other cases with this error type and operation, newest first. */
  async similar(to: Case, limit: number): Promise<CaseSummary[]> {
    const { id, errorType, opName } = to;
    if (errorType === null) return [];
    const kind = { errorType, ...(opName === null ? {} : { opName }) };
    const rows = await this.#database
      .select(SUMMARY)
      .from(failedCase)
      .where(and(matching(this.#project, kind), ne(failedCase.id, id)))
      .orderBy(desc(failedCase.occurredAt))
      .limit(limit);
    return rows.map(toSummary);
  }

  answers(asked: AskedAnswers) {
    return countAnswers(this.#database, this.#project, asked);
  }

  /** Returns the newest cases that pass the filter, with the columns that a report needs. */
  async figures(filter: CaseSelection, limit: number) {
    return this.#database
      .select(FIGURES)
      .from(failedCase)
      .where(matching(this.#project, filter))
      .orderBy(desc(failedCase.occurredAt))
      .limit(limit);
  }

  reportTexts(ids: readonly string[]): Promise<Map<string, ReportTexts>> {
    return reportTexts(
      this.#database,
      and(eq(failedCase.project, this.#project), isOneOf(failedCase.id, ids)),
    );
  }

  #own(id: string): SQL | undefined {
    return and(eq(failedCase.project, this.#project), eq(failedCase.id, id));
  }

  /** Selects the taken case. A case that was deleted and opened again is another case. */
  #taken({ id, createdAt }: TakenCase): SQL | undefined {
    return and(this.#own(id), eq(failedCase.createdAt, createdAt));
  }

  /**
   * SQL condition that is true if the case's graph exists. If `createdAt` is given, the graph must
   * also have been created at this time.
   */
  #stands(createdAt: number | undefined, id: SQL | Column = failedCase.graph): SQL {
    const isSame = createdAt === undefined ? undefined : eq(graphTable.createdAt, createdAt);
    return exists(
      this.#database
        .select({ id: graphTable.id })
        .from(graphTable)
        .where(and(eq(graphTable.project, this.#project), sql`${graphTable.id} = ${id}`, isSame)),
    );
  }

  #in(graph: string): SQL | undefined {
    return and(eq(failedCase.project, this.#project), eq(failedCase.graph, graph));
  }
}
