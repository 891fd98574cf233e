/** Freezes benchmarks graph by graph, and reads frozen benchmarks for their export. */
import { and, asc, eq, inArray, isNull, like, ne, sql } from "drizzle-orm";
import type { BenchmarkCard } from "../../protocol/api/annotation/benchmarks.ts";
import type { RatedCase } from "../../reports/agreement.ts";
import type { LabelledCauses } from "../../reports/case-row.ts";
import { isCurrent } from "../annotation/label-rows.ts";
import type { Database } from "../database.ts";
import { benchmark, benchmarkCase, benchmarkGraph } from "../schema/annotation/benchmarks.ts";
import { caseLabel } from "../schema/annotation/labels.ts";
import { failedCase, graph as graphTable } from "../schema/project.ts";
import { statementParts } from "../statement-parts.ts";

type Annotation = Readonly<Record<string, unknown>>;

/** A case's annotation, or the reason why the freeze refused the case. */
export type FrozenCase =
  | { readonly case: string; readonly annotation: Annotation }
  | { readonly case: string; readonly refusal: string };

/** A graph, and its `createdAt` and `revision` when the benchmark was frozen. */
export interface FrozenGraph {
  readonly graph: string;
  readonly createdAt: number;
  readonly revision: number;
  readonly system: string | null;
  readonly file: string;
  readonly chars: number;
}

export interface JudgedAnnotation {
  readonly annotation: Annotation | null;
  readonly system: string | null;
  readonly outcome: string | null;
  readonly errorType: (typeof failedCase.$inferSelect)["errorType"];
  readonly op: string | null;
}

export const CASE_IS_GONE = "The case was deleted with its graph.";

export class FrozenBenchmarks {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Starts or continues to freeze a benchmark. After this call, no case can be added to it. */
  async begin(id: string, now: number): Promise<void> {
    await this.#database.batch([
      this.#database
        .update(benchmark)
        .set({ state: "freezing", freezingAt: now })
        .where(and(this.#own(id), ne(benchmark.state, "frozen"))),
      this.#database
        .update(benchmarkCase)
        .set({ refusal: CASE_IS_GONE })
        .where(
          and(
            this.#waiting(id),
            sql`not exists (select 1 from ${failedCase} as of_case
              where of_case.project = ${this.#project} and of_case.id = ${benchmarkCase}."case")`,
          ),
        ),
    ]);
  }

  /** Makes the benchmark a draft again and removes what the freeze stored. */
  async undo(id: string): Promise<void> {
    await this.#database.batch([
      this.#database.delete(benchmarkGraph).where(this.#graphsOf(id)),
      this.#database
        .update(benchmarkCase)
        .set({ annotation: null, refusal: null, isLost: false })
        .where(this.#casesOf(id)),
      this.#database
        .update(benchmark)
        .set({ state: "draft", freezingAt: null })
        .where(and(this.#own(id), eq(benchmark.state, "freezing"))),
    ]);
  }

  /**
   * Returns the cases that are neither frozen nor refused yet. Maps each graph to the ids of its
   * cases.
   */
  async waiting(id: string): Promise<Map<string, string[]>> {
    const rows = await this.#database
      .select({ case: benchmarkCase.case, graph: benchmarkCase.graph })
      .from(benchmarkCase)
      .where(this.#waiting(id))
      .orderBy(asc(benchmarkCase.place));
    const byGraph = Map.groupBy(rows, (row) => row.graph);
    return new Map([...byGraph].map(([graph, own]) => [graph, own.map((row) => row.case)]));
  }

  /** Returns the graphs in the order of their files in the export. */
  graphs(id: string): Promise<FrozenGraph[]> {
    const { graph, createdAt, revision, system, file, chars } = benchmarkGraph;
    return this.#database
      .select({ graph, createdAt, revision, system, file, chars })
      .from(benchmarkGraph)
      .where(this.#graphsOf(id))
      .orderBy(asc(file));
  }

  /**
   * Stores the frozen cases of one graph. Leaves out a case that was labelled since `asOf`: its
   * annotation lacks the new label, so the case waits for the next request. Stores nothing if:
   * - the graph was deleted or the freeze was undone
   * - a parallel request froze another revision of the graph
   * - another graph already has this file name
   * @param asOf time at which the request read the waiting cases
   */
  async store(
    id: string,
    frozen: FrozenGraph,
    cases: readonly FrozenCase[],
    asOf: number,
  ): Promise<void> {
    const { graph, createdAt, revision, system, file, chars } = frozen;
    const canStore = sql`exists (select 1 from ${graphTable}
      where project = ${this.#project} and id = ${graph} and created_at = ${createdAt})
      and exists (select 1 from ${benchmark} where id = ${id} and state = 'freezing')`;
    const isKept = cases.some((each) => "annotation" in each);
    const isNamed = sql`exists (select 1 from ${benchmarkGraph}
      where benchmark = ${id} and lower(file) = lower(${file}))`;
    const row = sql`select ${this.#project}, ${id}, ${graph}, ${createdAt}, ${revision}, ${system}, ${file}, ${chars}
      where ${canStore} and ${isKept ? 1 : 0} and not ${isNamed}`;
    await this.#database.insert(benchmarkGraph).select(row).onConflictDoNothing();
    const isThisState = sql`(select created_at = ${createdAt} and revision = ${revision}
      from ${benchmarkGraph} where benchmark = ${id} and graph = ${graph})`;
    const isNewer = sql`exists (select 1 from ${caseLabel}
      where ${caseLabel.case} = ${benchmarkCase}."case" and ${caseLabel.createdAt} >= ${asOf})`;
    for (const part of statementParts(cases, STATEMENT_CASES)) {
      const field = (name: string) =>
        sql`(select each.value -> ${`$.${name}`} from json_each(${JSON.stringify(part)}) as each
          where each.value ->> '$.case' = ${benchmarkCase}."case")`;
      await this.#database
        .update(benchmarkCase)
        .set({ annotation: field("annotation"), refusal: sql`${field("refusal")} ->> '$'` })
        .where(
          and(
            this.#waiting(id),
            inArray(
              benchmarkCase.case,
              part.map((each) => each.case),
            ),
            canStore,
            sql`coalesce(${isThisState}, ${isKept ? 0 : 1})`,
            sql`not ${isNewer}`,
          ),
        );
    }
  }

  /** Ends the freeze. Does nothing if somebody undid it meanwhile. */
  async end(id: string, card: BenchmarkCard, now: number): Promise<void> {
    const waiting = sql`(select 1 from ${benchmarkCase} where ${this.#waiting(id)})`;
    await this.#database
      .update(benchmark)
      .set({ state: "frozen", frozenAt: now, card })
      .where(and(this.#own(id), eq(benchmark.state, "freezing"), sql`not exists ${waiting}`));
  }

  /** Returns all cases that were not refused, with their verdicts, for the benchmark's card. */
  judged(id: string): Promise<JudgedAnnotation[]> {
    const of = (name: string) =>
      sql`${sql.raw(`'${name}'`)}, ${benchmarkCase.annotation} -> ${sql.raw(`'$.${name}'`)}`;
    const truth = sql.join(
      ["final_error_type", "final_op_id", "also", "alt_types", "blame"].map(of),
      sql`, `,
    );
    return this.#database
      .select({
        annotation: sql<Annotation | null>`json_object(${truth})`.mapWith(benchmarkCase.annotation),
        system: failedCase.system,
        outcome: failedCase.outcome,
        errorType: failedCase.errorType,
        op: failedCase.op,
      })
      .from(benchmarkCase)
      .innerJoin(
        failedCase,
        and(eq(failedCase.project, benchmarkCase.project), eq(failedCase.id, benchmarkCase.case)),
      )
      .where(and(this.#casesOf(id), isNull(benchmarkCase.refusal)));
  }

  /**
   * Returns each person's current labels on the cases that were not refused, for the benchmark's
   * card.
   */
  rated(id: string): Promise<RatedCase[]> {
    return this.#database
      .select({
        case: failedCase.id,
        graph: failedCase.graph,
        author: caseLabel.author,
        label: sql<LabelledCauses>`json_remove(
          ${caseLabel.label}, '$.reason', '$.expected', '$.evidence')`.mapWith(caseLabel.label),
        errorType: failedCase.errorType,
        op: failedCase.op,
      })
      .from(benchmarkCase)
      .innerJoin(
        failedCase,
        and(eq(failedCase.project, benchmarkCase.project), eq(failedCase.id, benchmarkCase.case)),
      )
      .innerJoin(caseLabel, eq(caseLabel.case, failedCase.id))
      .where(
        and(
          this.#casesOf(id),
          isNull(benchmarkCase.refusal),
          like(caseLabel.author, "person:%"),
          isCurrent(caseLabel),
        ),
      );
  }

  /** Returns one graph's annotations in the order of its cases. */
  async annotations(id: string, graph: string): Promise<Annotation[]> {
    const rows = await this.#database
      .select({ annotation: benchmarkCase.annotation })
      .from(benchmarkCase)
      .where(and(this.#casesOf(id), eq(benchmarkCase.graph, graph), isNull(benchmarkCase.refusal)))
      .orderBy(asc(benchmarkCase.place));
    return rows.flatMap(({ annotation }) => (annotation === null ? [] : [annotation]));
  }

  /** Returns the ids of frozen cases that were deleted with their graphs. */
  async lost(id: string, limit: number): Promise<string[]> {
    const rows = await this.#database
      .select({ id: benchmarkCase.case })
      .from(benchmarkCase)
      .where(and(this.#casesOf(id), eq(benchmarkCase.isLost, true)))
      .orderBy(asc(benchmarkCase.place))
      .limit(limit);
    return rows.map((row) => row.id);
  }

  #waiting(id: string) {
    return and(this.#casesOf(id), isNull(benchmarkCase.annotation), isNull(benchmarkCase.refusal));
  }

  #own(id: string) {
    return and(eq(benchmark.project, this.#project), eq(benchmark.id, id));
  }

  #casesOf(id: string) {
    return and(eq(benchmarkCase.project, this.#project), eq(benchmarkCase.benchmark, id));
  }

  #graphsOf(id: string) {
    return and(eq(benchmarkGraph.project, this.#project), eq(benchmarkGraph.benchmark, id));
  }
}

/**
 * Maximum number of cases in one statement. Each id is a bound parameter, and D1 allows at most
 * 100.
 */
const STATEMENT_CASES = 50;
