/** A benchmark is a selection of labelled cases. After somebody freezes it, it does not change. */
import * as z from "zod";
import { ErrorType } from "../../error-type-schema.ts";
import { AddCases, ItemRejection } from "../experiments.ts";
import { ComparedLabels } from "./agreement.ts";

const Time = z.iso.datetime();
const Count = z.number().int().min(0);

export const MAX_BENCHMARK_CASES = 2_000;
/** Maximum graphs of a benchmark. One export request reads all of them. */
export const MAX_BENCHMARK_GRAPHS = 200;
/**
 * Maximum characters of all values in a benchmark's graphs. The exported zip file is limited to 4
 * GiB, and UTF-8 needs up to three bytes for a character.
 */
export const MAX_BENCHMARK_CHARS = 1024 * 1024 * 1024;
/** Maximum benchmarks of one project. */
export const MAX_BENCHMARKS = 500;

const Tally = z.object({ key: z.string().nullable(), count: Count });

/**
 * A frozen benchmark's figures: cases by error type and memory system, and how often verdicts and
 * people agree with its labels.
 */
export const BenchmarkCard = z.object({
  cases: Count,
  graphs: Count,
  refused: Count.describe("cases that the freeze refused"),
  byType: z.array(Tally).describe("labelled error types"),
  bySystem: z.array(Tally).describe("memory systems; null if a graph names none"),
  agreement: z
    .object({
      decided: Count.describe("cases with a decided verdict"),
      type: Count.describe("number of these verdicts that name the labelled error type"),
      cause: Count.describe("number of these verdicts that also name the labelled operation"),
    })
    .describe("agreement of the verdicts with the labels"),
  people: z
    .array(ComparedLabels.extend({ first: z.string(), second: z.string() }))
    .describe(
      "agreement of each pair of people with a case in common; the card shows numbers instead of names",
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
    cases: Count.describe("number of cases, without the refused cases"),
    refused: Count.describe(
      "number of cases that the freeze refused or that were deleted with their graph",
    ),
    lost: Count.describe(
      "number of frozen cases that were deleted with their graph; if there are any, the export fails",
    ),
    graphs: Count,
    unlabelled: Count.describe(
      "in a draft: number of cases without a label; the freeze refuses these cases",
    ),
    card: BenchmarkCard.nullable().describe("null until the benchmark is frozen"),
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
      .describe("name of the folder in the exported zip file"),
    description: z.string().max(4_000).default(""),
    from: AddCases.optional().describe("the first cases; none by default"),
  })
  .meta({ id: "CreateBenchmark" });

export const BenchmarkCasesAdded = z
  .object({
    added: Count,
    known: Count.describe("number of cases that were already in the benchmark"),
    rejected: z
      .array(ItemRejection)
      .describe("number of cases that do not exist or exceed the limit"),
  })
  .meta({ id: "BenchmarkCasesAdded" });

export const CreatedBenchmark = Benchmark.extend({ outcome: BenchmarkCasesAdded }).meta({
  id: "CreatedBenchmark",
});

export const BenchmarkCase = z
  .object({
    case: z.string(),
    graph: z
      .string()
      .nullable()
      .describe("this and the following fields are null if the case was deleted"),
    query: z.string().nullable(),
    expected: z.array(z.string()),
    prediction: z.string().nullable(),
    errorType: ErrorType.nullable().describe("error type in the label; null without a label"),
    op: z.string().nullable().describe("decisive operation of the label"),
    refusal: z
      .string()
      .nullable()
      .describe("why the benchmark refuses the case; null if the benchmark accepts the case"),
  })
  .describe(
    "in a draft: the case as it is now; in a frozen benchmark: the case as it was at the freeze",
  )
  .meta({ id: "BenchmarkCase" });

export type BenchmarkCard = z.infer<typeof BenchmarkCard>;
export type BenchmarkState = z.infer<typeof BenchmarkState>;
export type Benchmark = z.infer<typeof Benchmark>;
export type CreateBenchmark = z.infer<typeof CreateBenchmark>;
export type BenchmarkCasesAdded = z.infer<typeof BenchmarkCasesAdded>;
export type BenchmarkCase = z.infer<typeof BenchmarkCase>;
