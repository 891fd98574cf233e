/**
 * The columns that queries of benchmarks and of their cases select, and their conversion to the
 * API's format.
 */

import { type SQL, sql } from "drizzle-orm";
import { readErrorType } from "../../attribution/cases/label-causes.ts";
import type { Benchmark, BenchmarkCase } from "../../protocol/api/annotation/benchmarks.ts";
import { EXPECTED } from "../cases/answers/expected-answers.ts";
import type { Database } from "../database.ts";
import { benchmark, benchmarkCase } from "../schema/annotation/benchmarks.ts";
import { failedCase } from "../schema/project.ts";

/**
 * SQL that sums up a benchmark's cases. It contains the text `"benchmark"."id"`, because drizzle
 * would write `benchmark.id` as `"id"`. In the subquery, `"id"` would not mean the benchmark's id.
 */
const ofCases = (what: string) =>
  sql<number>`(select ${sql.raw(what)} from benchmark_case as held where held.benchmark = "benchmark"."id")`;

export function benchmarkViews(database: Database, condition: SQL | undefined) {
  return database
    .select({
      id: benchmark.id,
      name: benchmark.name,
      version: benchmark.version,
      split: benchmark.split,
      description: benchmark.description,
      state: benchmark.state,
      createdAt: benchmark.createdAt,
      frozenAt: benchmark.frozenAt,
      card: benchmark.card,
      cases: ofCases("coalesce(sum(held.refusal is null), 0)"),
      refused: ofCases("coalesce(sum(held.refusal is not null), 0)"),
      lost: ofCases("coalesce(sum(held.is_lost), 0)"),
      graphs: ofCases("count(distinct iif(held.refusal is null, held.graph, null))"),
      unlabelled: ofCases(
        `coalesce(sum(held.refusal is null and held.annotation is null and exists (
          select 1 from failed_case as of_case
          where of_case.id = held."case" and of_case.label is null)), 0)`,
      ),
    })
    .from(benchmark)
    .where(condition)
    .$dynamic();
}

interface BenchmarkRow extends Omit<Benchmark, "createdAt" | "frozenAt"> {
  readonly createdAt: number;
  readonly frozenAt: number | null;
}

export function toBenchmark({ createdAt, frozenAt, ...row }: BenchmarkRow): Benchmark {
  return {
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    frozenAt: frozenAt === null ? null : new Date(frozenAt).toISOString(),
  };
}

const AFTER_REFUSED = 1_000_000_000;
/** SQL for the sort key of a benchmark's case: refused cases, then the others. */
export const PLACE = sql<number>`(${benchmarkCase.refusal} is null) * ${sql.raw(`${AFTER_REFUSED}`)} + ${benchmarkCase.place}`;

const frozen = (field: string) => sql`${benchmarkCase.annotation} ->> ${sql.raw(`'$.${field}'`)}`;
const isFrozen = sql`${benchmarkCase.annotation} is not null`;
/**
 * SQL for the value of a case's field. For a frozen case, this is the value at the time of the
 * freeze; for another case, it is the current value.
 */
const either = (field: string, own: SQL) =>
  sql<string | null>`iif(${isFrozen}, ${frozen(field)}, ${own})`;

export const CASE_VIEW = {
  case: benchmarkCase.case,
  graph: benchmarkCase.graph,
  place: PLACE,
  refusal: benchmarkCase.refusal,
  query: either("query", sql`${failedCase.query}`),
  expected: either("golden_answers", EXPECTED),
  prediction: either("prediction", sql`${failedCase.prediction}`),
  errorType: either("final_error_type", sql`${failedCase.label} ->> '$.errorType'`),
  op: either("final_op_id", sql`${failedCase.label} ->> '$.op'`),
};

type CaseRow = Record<"query" | "expected" | "prediction" | "errorType" | "op", string | null> & {
  readonly case: string;
  readonly graph: string;
  readonly refusal: string | null;
};

export function toBenchmarkCase(row: CaseRow): BenchmarkCase {
  return {
    case: row.case,
    graph: row.graph === "" ? null : row.graph,
    query: row.query,
    expected: answersOf(row.expected),
    prediction: row.prediction,
    errorType: readErrorType(row.errorType) ?? null,
    op: row.op,
    refusal: row.refusal,
  };
}

/** Returns the expected answers of an annotation. `written` is a JSON list or a single answer. */
function answersOf(written: string | null): string[] {
  if (written === null) return [];
  if (!written.startsWith("[")) return [written];
  try {
    const read: unknown = JSON.parse(written);
    return Array.isArray(read) ? read.map(String) : [written];
  } catch {
    return [written];
  }
}
