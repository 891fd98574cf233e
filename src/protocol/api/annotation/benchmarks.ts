/** Benchmarks: frozen selections of labelled cases. */
import * as z from "zod";
import { ErrorType } from "../../error-type-schema.ts";
import { AddCases, ItemRejection } from "../experiments.ts";
import { ComparedLabels } from "./agreement.ts";

const Time = z.iso.datetime();
const Count = z.number().int().min(0);

/** Maximum cases of a benchmark. */
export const MAX_BENCHMARK_CASES = 2_000;
/** Maximum graphs of a benchmark. One request reads each of them for the export. */
export const MAX_BENCHMARK_GRAPHS = 200;
/** Characters of the values of all graphs of a benchmark. The zip format ends at 4 GiB. */
export const MAX_BENCHMARK_CHARS = 1024 * 1024 * 1024;
/** Benchmarks of one project. */
export const MAX_BENCHMARKS = 500;

const Tally = z.object({ key: z.string().nullable(), count: Count });

/** What a frozen benchmark holds. */
export const BenchmarkCard = z.object({
  cases: Count,
  graphs: Count,
  refused: Count.describe("cases that the freeze left out"),
  byType: z.array(Tally).describe("labelled error types"),
  bySystem: z.array(Tally).describe("memory systems; null if a graph names none"),
  agreement: z
    .object({
      decided: Count.describe("cases with a decided verdict"),
      type: Count.describe("of those, verdicts that name the labelled error type"),
      cause: Count.describe("of those, verdicts that also name the labelled operation"),
    })
    .describe("agreement of the verdicts with the labels"),
  people: z
    .array(ComparedLabels.extend({ first: z.string(), second: z.string() }))
    .describe(
      "agreement of each pair of people with a case in common; the card numbers people and names nobody",
    ),
});

export const BenchmarkState = z.enum(["draft", "freezing", "frozen"]);

export const Benchmark = z
  .object({
    id: z.string(),
    name: z.string(),
    version: Count,
    split: z.string(),
    description: z.string(),
    state: BenchmarkState.describe("`freezing`: repeat the freeze until it is `frozen`"),
    createdAt: Time,
    frozenAt: Time.nullable(),
    cases: Count.describe("without refused ones"),
    refused: Count.describe(
      "cases that the freeze left out, and cases that were deleted with their graph",
    ),
    lost: Count.describe("frozen cases that were deleted with their graph; they stop the export"),
    graphs: Count,
    unlabelled: Count.describe("cases of a draft without a label; the freeze leaves them out"),
    card: BenchmarkCard.nullable().describe("null until it is frozen"),
  })
  .meta({ id: "Benchmark" });

export const CreateBenchmark = z
  .object({
    name: z.string().trim().min(1).max(200),
    split: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, {
        error: "must have up to 64 letters, digits, `-` or `_`: it names a folder",
      })
      .default("test")
      .describe("name of the folder of the export's files"),
    description: z.string().max(4_000).default(""),
    from: AddCases.optional().describe("the first cases; none by default"),
  })
  .meta({ id: "CreateBenchmark" });

export const BenchmarkCasesAdded = z
  .object({
    added: Count,
    known: Count.describe("cases that the benchmark held already"),
    rejected: z.array(ItemRejection).describe("cases that do not exist or have no room"),
  })
  .meta({ id: "BenchmarkCasesAdded" });

export const CreatedBenchmark = Benchmark.extend({ outcome: BenchmarkCasesAdded }).meta({
  id: "CreatedBenchmark",
});

export const BenchmarkCase = z
  .object({
    case: z.string(),
    graph: z.string().nullable().describe("null if it was deleted, like the next fields"),
    query: z.string().nullable(),
    expected: z.array(z.string()),
    prediction: z.string().nullable(),
    errorType: ErrorType.nullable().describe("of the label; null without a label"),
    op: z.string().nullable().describe("decisive operation of the label"),
    refusal: z.string().nullable().describe("why the benchmark is without it; null if it is not"),
  })
  .describe("of a draft as the case is now, of a frozen benchmark as it was")
  .meta({ id: "BenchmarkCase" });

export type BenchmarkCard = z.infer<typeof BenchmarkCard>;
export type BenchmarkState = z.infer<typeof BenchmarkState>;
export type Benchmark = z.infer<typeof Benchmark>;
export type CreateBenchmark = z.infer<typeof CreateBenchmark>;
export type BenchmarkCasesAdded = z.infer<typeof BenchmarkCasesAdded>;
export type BenchmarkCase = z.infer<typeof BenchmarkCase>;
