/** Cases of one project: opened, attributed, labelled, listed. */
import { and, desc, eq, gte, inArray, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Case, CaseFilter, CaseSummary, Label } from "../protocol/api.ts";
import type { Attribution } from "../protocol/attribution.ts";
import type { ErrorType } from "../protocol/error-types.ts";
import { labelAgrees } from "../reports/distribution.ts";
import { type Cursor, pageOf } from "./cursor.ts";
import type { Database } from "./database.ts";
import { delivery, failedCase } from "./schema/project.ts";

export type CaseRow = typeof failedCase.$inferSelect;
export type DeliveryRow = typeof delivery.$inferInsert;

/** A case to open; a case with the same id stays as it is, but takes a label that it lacks. */
export type NewCase = Omit<
  typeof failedCase.$inferInsert,
  "project" | "state" | "stateAt" | "attempts" | "failure"
>;

/** Rows of one statement stay under D1's 100 bound parameters. */
const OPEN_CHUNK = 4;
/** A case whose attribution failed this often is given up on until someone asks again. */
export const MAX_ATTEMPTS = 3;

export class CaseRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Opens the cases that are not known yet; returns how many were. */
  async open(cases: readonly NewCase[], now: number): Promise<number> {
    let opened = 0;
    for (let start = 0; start < cases.length; start += OPEN_CHUNK) {
      const rows = cases.slice(start, start + OPEN_CHUNK).map((item) => ({
        ...item,
        project: this.#project,
        state: "queued" as const,
        stateAt: now,
      }));
      const inserted = await this.#database
        .insert(failedCase)
        .values(rows)
        .onConflictDoNothing()
        .returning({ id: failedCase.id });
      opened += inserted.length;
      await this.#complete(
        rows.filter((row) => !inserted.some(({ id }) => id === row.id)),
        now,
      );
    }
    return opened;
  }

  /**
   * Adds what a second source knows of a known case: a label, and what the first one did not say.
   * A case that knows more than before is attributed again.
   */
  async #complete(rows: readonly NewCase[], now: number): Promise<void> {
    for (const { id, label, expected, evidence, judgeReason } of rows) {
      if (label) await this.setLabel(id, label);
      const [known] = await this.#database
        .select({
          expected: failedCase.expected,
          evidence: failedCase.evidence,
          judgeReason: failedCase.judgeReason,
        })
        .from(failedCase)
        .where(this.#own(id));
      if (known === undefined) continue;
      const missing = {
        ...(known.expected.length === 0 && expected.length > 0 ? { expected } : {}),
        ...(known.evidence.length === 0 && evidence.length > 0 ? { evidence } : {}),
        ...(known.judgeReason === null && judgeReason ? { judgeReason } : {}),
      };
      if (Object.keys(missing).length === 0) continue;
      await this.#database
        .update(failedCase)
        .set({ ...missing, state: "queued", stateAt: now, attempts: 0 })
        .where(this.#own(id));
    }
  }

  /** Takes the graph's oldest waiting case into work; each time counts as an attempt. */
  async takeNext(graph: string, now: number): Promise<CaseRow | undefined> {
    const oldest = this.#database
      .select({ id: failedCase.id })
      .from(failedCase)
      .where(and(this.#in(graph), eq(failedCase.state, "queued")))
      .orderBy(failedCase.occurredAt, failedCase.id)
      .limit(1);
    const [row] = await this.#database
      .update(failedCase)
      .set({ state: "running", stateAt: now, attempts: sql`${failedCase.attempts} + 1` })
      .where(and(inArray(failedCase.id, oldest), eq(failedCase.state, "queued")))
      .returning();
    return row;
  }

  /** Gives up on the graph's waiting cases, until somebody asks for them again. */
  async failQueued(graph: string, failure: string, now: number): Promise<void> {
    await this.#database
      .update(failedCase)
      .set({ state: "failed", stateAt: now, failure })
      .where(and(this.#in(graph), eq(failedCase.state, "queued")));
  }

  /** Stores the attribution and the deliveries that tell of it, as one. */
  async complete(
    id: string,
    attribution: Attribution,
    deliveries: readonly DeliveryRow[],
    now: number,
  ): Promise<void> {
    await this.#database.batch([
      this.#database
        .update(failedCase)
        .set({
          state: "done",
          stateAt: now,
          failure: null,
          attribution,
          attributedAt: now,
          errorType: attribution.errorType,
          op: attribution.op,
          opName: attribution.opName,
          confidence: attribution.confidence,
        })
        .where(this.#own(id)),
      ...deliveries.map((row) => this.#database.insert(delivery).values(row).onConflictDoNothing()),
    ]);
  }

  /** Back into the queue, or given up on after the last attempt. */
  async fail(row: Pick<CaseRow, "id" | "attempts">, failure: string, now: number): Promise<void> {
    const state = row.attempts >= MAX_ATTEMPTS ? "failed" : "queued";
    await this.#database
      .update(failedCase)
      .set({ state, stateAt: now, failure })
      .where(this.#own(row.id));
  }

  /** Queues the case for another attribution; undefined where it does not exist. */
  async requeue(id: string, now: number): Promise<Case | undefined> {
    const [row] = await this.#database
      .update(failedCase)
      .set({ state: "queued", stateAt: now, attempts: 0, failure: null })
      .where(this.#own(id))
      .returning();
    return row && toCase(row);
  }

  async setLabel(id: string, label: Label | null): Promise<Case | undefined> {
    const [row] = await this.#database
      .update(failedCase)
      .set({ label })
      .where(this.#own(id))
      .returning();
    return row && toCase(row);
  }

  async find(id: string): Promise<Case | undefined> {
    const [row] = await this.#database.select().from(failedCase).where(this.#own(id));
    return row && toCase(row);
  }

  /** Newest first. */
  async list(filter: CaseFilter, cursor: Cursor | undefined, limit: number) {
    const after = cursor
      ? or(
          lt(failedCase.occurredAt, cursor.time),
          and(eq(failedCase.occurredAt, cursor.time), lt(failedCase.id, cursor.id)),
        )
      : undefined;
    const rows = await this.#database
      .select(SUMMARY)
      .from(failedCase)
      .where(and(this.#matching(filter), after))
      .orderBy(desc(failedCase.occurredAt), desc(failedCase.id))
      .limit(limit + 1);
    return pageOf(rows, limit, toSummary, (row) => ({ time: row.occurredAt, id: row.id }));
  }

  /** Cases lost at the same operation in the same way, newest first. */
  async similar(to: Case, limit: number): Promise<CaseSummary[]> {
    if (to.errorType === null) return [];
    const rows = await this.#database
      .select(SUMMARY)
      .from(failedCase)
      .where(
        and(
          eq(failedCase.project, this.#project),
          eq(failedCase.errorType, to.errorType),
          to.opName === null ? undefined : eq(failedCase.opName, to.opName),
          ne(failedCase.id, to.id),
        ),
      )
      .orderBy(desc(failedCase.occurredAt))
      .limit(limit);
    return rows.map(toSummary);
  }

  /** What distributions are made of; the newest `limit` rows of the period. */
  async figures(filter: CaseFilter, limit: number) {
    return this.#database
      .select(FIGURES)
      .from(failedCase)
      .where(this.#matching(filter))
      .orderBy(desc(failedCase.occurredAt))
      .limit(limit);
  }

  /** What reports are made of: figures, and the texts of the cases behind them. */
  async reportRows(filter: CaseFilter, limit: number) {
    return this.#database
      .select({
        ...FIGURES,
        query: failedCase.query,
        expected: failedCase.expected,
        prediction: failedCase.prediction,
        reason: sql<string | null>`json_extract(${failedCase.attribution}, '$.reason')`,
      })
      .from(failedCase)
      .where(this.#matching(filter))
      .orderBy(desc(failedCase.occurredAt))
      .limit(limit);
  }

  #own(id: string): SQL | undefined {
    return and(eq(failedCase.project, this.#project), eq(failedCase.id, id));
  }

  #in(graph: string): SQL | undefined {
    return and(eq(failedCase.project, this.#project), eq(failedCase.graph, graph));
  }

  #matching(filter: CaseFilter): SQL | undefined {
    const { from, to, errorType, opName, system, sessionCategory, graph, state, search } = filter;
    return and(
      eq(failedCase.project, this.#project),
      from ? gte(failedCase.occurredAt, Date.parse(from)) : undefined,
      to ? lt(failedCase.occurredAt, Date.parse(to)) : undefined,
      errorType ? eq(failedCase.errorType, errorType) : undefined,
      opName ? eq(failedCase.opName, opName) : undefined,
      system ? eq(failedCase.system, system) : undefined,
      sessionCategory ? eq(failedCase.sessionCategory, sessionCategory) : undefined,
      graph ? eq(failedCase.graph, graph) : undefined,
      state ? eq(failedCase.state, state) : undefined,
      // Not LIKE, whose patterns D1 limits to 50 bytes.
      search
        ? or(
            ...[failedCase.query, failedCase.prediction, failedCase.expected].map(
              (column) => sql`instr(lower(${column}), lower(${search})) > 0`,
            ),
          )
        : undefined,
    );
  }
}

/** What a list shows of a case: not the attribution, which may be long. */
const SUMMARY = {
  id: failedCase.id,
  graph: failedCase.graph,
  system: failedCase.system,
  sessionCategory: failedCase.sessionCategory,
  origin: failedCase.origin,
  query: failedCase.query,
  expected: failedCase.expected,
  prediction: failedCase.prediction,
  occurredAt: failedCase.occurredAt,
  createdAt: failedCase.createdAt,
  state: failedCase.state,
  errorType: failedCase.errorType,
  op: failedCase.op,
  opName: failedCase.opName,
  confidence: failedCase.confidence,
  label: failedCase.label,
};

const FIGURES = {
  id: failedCase.id,
  occurredAt: failedCase.occurredAt,
  system: failedCase.system,
  sessionCategory: failedCase.sessionCategory,
  state: failedCase.state,
  errorType: failedCase.errorType,
  op: failedCase.op,
  opName: failedCase.opName,
  confidence: failedCase.confidence,
  labelErrorType: sql<ErrorType | null>`json_extract(${failedCase.label}, '$.errorType')`,
  labelOp: sql<string | null>`json_extract(${failedCase.label}, '$.op')`,
};

function toSummary(row: Pick<CaseRow, keyof typeof SUMMARY>): CaseSummary {
  const { label, errorType, op } = row;
  return {
    id: row.id,
    graph: row.graph,
    system: row.system,
    sessionCategory: row.sessionCategory,
    origin: row.origin,
    query: row.query,
    expected: row.expected,
    prediction: row.prediction,
    occurredAt: new Date(row.occurredAt).toISOString(),
    createdAt: new Date(row.createdAt).toISOString(),
    state: row.state,
    errorType,
    op,
    opName: row.opName,
    confidence: row.confidence,
    agreement:
      label === null || errorType === null
        ? null
        : labelAgrees({ errorType, op, labelErrorType: label.errorType, labelOp: label.op }),
  };
}

function toCase(row: CaseRow): Case {
  return {
    ...toSummary(row),
    queryId: row.queryId,
    predictionId: row.predictionId,
    evidence: row.evidence,
    judgeReason: row.judgeReason,
    failure: row.failure,
    attribution: row.attribution,
    attributedAt: row.attributedAt === null ? null : new Date(row.attributedAt).toISOString(),
    label: row.label,
  };
}
