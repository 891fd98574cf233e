import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import {
  type Benchmark,
  type BenchmarkCase,
  type BenchmarkCasesAdded,
  type CreateBenchmark,
  MAX_BENCHMARK_CASES,
  MAX_BENCHMARKS,
} from "../../protocol/api/annotation/benchmarks.ts";
import type { AddCases } from "../../protocol/api/experiments.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { matching } from "../cases/case-filter.ts";
import { insertWithin } from "../conditional-insert.ts";
import { afterCursor, pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { benchmark, benchmarkCase } from "../schema/annotation/benchmarks.ts";
import { failedCase } from "../schema/project.ts";
import { isOneOf } from "../statement-values.ts";
import {
  benchmarkViews,
  CASE_VIEW,
  PLACE,
  toBenchmark,
  toBenchmarkCase,
} from "./benchmark-views.ts";

const NO_CASE = "The project has no such case, or the filters leave it out.";
const NO_ROOM = `The benchmark has ${MAX_BENCHMARK_CASES} cases, the maximum. Make another benchmark for it.`;

export class BenchmarkRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Creates a draft. Its version is the next number for its name. Returns undefined if the project
   * has the maximum number of benchmarks.
   */
  async create(
    { name, split, description }: Omit<CreateBenchmark, "from">,
    id: string,
    now: number,
  ): Promise<Benchmark | undefined> {
    const row = {
      ...{ id, project: this.#project, name, split, description, createdAt: now },
      ...{ state: "draft" as const, freezingAt: null, frozenAt: null, card: null },
    };
    const held = sql`select count(*) from ${benchmark} where ${benchmark.project} = ${this.#project}`;
    // The insert statement computes the version, so parallel requests never get the same version.
    const version = sql`(select coalesce(max(version), 0) + 1 from ${benchmark}
      where project = ${this.#project} and name = ${name})`;
    const limit = MAX_BENCHMARKS;
    const isMade = await insertWithin(
      this.#database,
      benchmark,
      { ...row, version },
      { held, limit },
    );
    return isMade ? this.find(id) : undefined;
  }

  async find(id: string): Promise<Benchmark | undefined> {
    const [row] = await benchmarkViews(this.#database, this.#own(id)).limit(1);
    return row && toBenchmark(row);
  }

  async list(cursor: Cursor | undefined, limit: number) {
    const after = afterCursor(cursor, benchmark.createdAt, benchmark.id);
    const rows = await benchmarkViews(
      this.#database,
      and(eq(benchmark.project, this.#project), after),
    )
      .orderBy(desc(benchmark.createdAt), desc(benchmark.id))
      .limit(limit + 1);
    return pageOf(rows, limit, toBenchmark, (row) => ({ time: row.createdAt, id: row.id }));
  }

  async delete(id: string): Promise<void> {
    await this.#database.delete(benchmark).where(this.#own(id));
  }

  /** Returns the cases: refused cases, then the others in the order in which they were added. */
  async cases(id: string, cursor: Cursor | undefined, limit: number) {
    const after = cursor === undefined ? undefined : gt(PLACE, cursor.time);
    const rows = await this.#database
      .select(CASE_VIEW)
      .from(benchmarkCase)
      .leftJoin(
        failedCase,
        and(eq(failedCase.project, benchmarkCase.project), eq(failedCase.id, benchmarkCase.case)),
      )
      .where(and(this.#in(id), after))
      .orderBy(PLACE)
      .limit(limit + 1);
    return pageOf<(typeof rows)[number], BenchmarkCase>(rows, limit, toBenchmarkCase, (row) => ({
      time: row.place,
      id: row.case,
    }));
  }

  /** Adds cases to a draft. The request contains case ids, or filters that select cases. */
  async add(id: string, { cases, ...filter }: AddCases): Promise<BenchmarkCasesAdded> {
    const isMeant = and(
      matching(this.#project, filter),
      cases === undefined ? undefined : isOneOf(failedCase.id, cases),
    );
    const [counted] = await this.#database
      .select({
        meant: sql<number>`count(*)`,
        known: sql<number>`coalesce(sum(${this.#holds(id)}), 0)`,
      })
      .from(failedCase)
      .where(isMeant);
    const added = await this.#insert(id, isMeant);
    const { meant = 0, known = 0 } = counted ?? {};
    return { added, known, rejected: await this.#rejected(id, cases, meant - known - added) };
  }

  /**
   * The insert statement checks the maximum number of cases, so parallel requests cannot exceed it.
   */
  async #insert(id: string, isMeant: SQL | undefined): Promise<number> {
    const held = sql`(select count(*) from ${benchmarkCase} where benchmark = ${id})`;
    const last = sql`(select coalesce(max(place), -1) from ${benchmarkCase} where benchmark = ${id})`;
    const nth = sql`row_number() over (order by ${failedCase.occurredAt}, ${failedCase.id})`;
    const stored = await this.#database.all(sql`
      insert into ${benchmarkCase} (project, benchmark, "case", graph, place)
      select ${this.#project}, ${id}, "case", graph, ${last} + nth from (
        select ${failedCase.id} as "case", ${failedCase.graph} as graph, ${nth} as nth
        from ${failedCase} where ${isMeant} and not ${this.#holds(id)}
      )
      where nth <= ${MAX_BENCHMARK_CASES} - ${held}
        and exists (select 1 from ${benchmark} where id = ${id} and state = 'draft')
      on conflict do nothing returning place`);
    return stored.length;
  }

  async #rejected(id: string, cases: readonly string[] | undefined, unplaced: number) {
    if (cases === undefined) return unplaced > 0 ? [{ index: 0, message: NO_ROOM }] : [];
    const rows = await this.#database
      .select({ id: failedCase.id, isHeld: this.#holds(id) })
      .from(failedCase)
      .where(and(eq(failedCase.project, this.#project), isOneOf(failedCase.id, cases)));
    const held = new Map(rows.map((row) => [row.id, row.isHeld === 1]));
    return cases.flatMap((named, index) => {
      if (held.get(named)) return [];
      return [{ index, message: held.has(named) && unplaced > 0 ? NO_ROOM : NO_CASE }];
    });
  }

  /** SQL condition for a query of cases. It is true for a case that the benchmark contains. */
  #holds(id: string) {
    return sql<number>`exists (select 1 from ${benchmarkCase} as held
      where held.benchmark = ${id} and held."case" = ${failedCase}.id)`;
  }

  /** Removes the case from the draft. Returns false if no draft with this id contains the case. */
  async remove(id: string, named: string): Promise<boolean> {
    const isDraft = sql`exists (select 1 from ${benchmark} where id = ${id} and state = 'draft')`;
    const removed = await this.#database
      .delete(benchmarkCase)
      .where(and(this.#in(id), eq(benchmarkCase.case, named), isDraft))
      .returning({ id: benchmarkCase.case });
    return removed.length > 0;
  }

  /** Copies the cases of another benchmark, without deleted cases. */
  async copyCases(from: string, to: string): Promise<void> {
    const isOfOther = sql`${failedCase.id} in (
      select "case" from ${benchmarkCase} where project = ${this.#project} and benchmark = ${from})`;
    await this.#insert(to, and(eq(failedCase.project, this.#project), isOfOther));
  }

  #own(id: string) {
    return and(eq(benchmark.project, this.#project), eq(benchmark.id, id));
  }

  #in(id: string) {
    return and(eq(benchmarkCase.project, this.#project), eq(benchmarkCase.benchmark, id));
  }
}
