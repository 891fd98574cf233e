import * as z from "zod";
import {
  Benchmark,
  BenchmarkCase,
  BenchmarkCasesAdded,
  CreateBenchmark,
  CreatedBenchmark,
  MAX_BENCHMARK_CASES,
  MAX_BENCHMARK_CHARS,
  MAX_BENCHMARK_GRAPHS,
} from "../../api/annotation/benchmarks.ts";
import { Page } from "../../api/api.ts";
import { AddCases } from "../../api/experiments.ts";
import { declare, json, jsonBody, PageQuery } from "../declaration.ts";

const BenchmarkParam = z.object({ benchmark: z.string() });

const tags = ["Benchmarks"];

export const listBenchmarks = declare("read", [], {
  method: "get",
  path: "/benchmarks",
  tags,
  summary: "List benchmarks, newest first",
  request: { query: PageQuery },
  responses: { 200: json(Page(Benchmark), "One page.") },
});

export const createBenchmark = declare("write", ["conflict"], {
  method: "post",
  path: "/benchmarks",
  isRepeatable: false,
  audit: "benchmark.create",
  tags,
  summary: "Create a benchmark: a draft of selected cases",
  description: `With \`from\`, you choose the first cases by ids or with the filters of the case list. A benchmark has up to ${MAX_BENCHMARK_CASES} cases of up to ${MAX_BENCHMARK_GRAPHS} graphs. If a benchmark with this name exists, the draft is its next version.`,
  request: { body: jsonBody(CreateBenchmark) },
  responses: { 201: json(CreatedBenchmark, "The draft, and the outcome for the cases.") },
});

export const showBenchmark = declare("read", ["not_found"], {
  method: "get",
  path: "/benchmarks/{benchmark}",
  tags,
  summary: "Show a benchmark with its card",
  request: { params: BenchmarkParam },
  responses: { 200: json(Benchmark, "The benchmark.") },
});

export const deleteBenchmark = declare("write", ["not_found"], {
  method: "delete",
  path: "/benchmarks/{benchmark}",
  audit: "benchmark.delete",
  tags,
  summary: "Delete a benchmark",
  description: "Its cases and graphs stay. The retention period then applies to its graphs again.",
  request: { params: BenchmarkParam },
  responses: { 204: { description: "The benchmark is deleted." } },
});

export const listBenchmarkCases = declare("read", ["not_found"], {
  method: "get",
  path: "/benchmarks/{benchmark}/cases",
  tags,
  summary: "List the cases of a benchmark, refused ones first",
  request: { params: BenchmarkParam, query: PageQuery },
  responses: { 200: json(Page(BenchmarkCase), "One page.") },
});

export const addBenchmarkCases = declare("write", ["not_found", "conflict"], {
  method: "post",
  path: "/benchmarks/{benchmark}/cases",
  isRepeatable: true,
  audit: "benchmark.add_cases",
  tags,
  summary: "Add cases to a draft",
  description: "Select cases by id, or with the filters of the case list.",
  request: { params: BenchmarkParam, body: jsonBody(AddCases) },
  responses: { 200: json(BenchmarkCasesAdded, "The outcome for the cases.") },
});

export const removeBenchmarkCase = declare("write", ["not_found", "conflict"], {
  method: "delete",
  path: "/benchmarks/{benchmark}/cases/{case}",
  audit: "benchmark.remove_case",
  tags,
  summary: "Remove a case from a draft",
  request: { params: BenchmarkParam.extend({ case: z.string() }) },
  responses: { 204: { description: "The case was removed." } },
});

export const freezeBenchmark = declare("write", ["not_found", "conflict"], {
  method: "post",
  path: "/benchmarks/{benchmark}/freeze",
  isRepeatable: true,
  audit: "benchmark.freeze",
  tags,
  summary: "Freeze a benchmark",
  description: `Stores each case, its label and the state of its graph as they are now. Later events and labels do not change the benchmark, and the retention period does not delete its graphs. A case is refused, with the reason, if it has no label, or if its graph lacks a record that its label or annotation names. The graphs' values may have ${MAX_BENCHMARK_CHARS} characters in total. One request works for some seconds: repeat it while the state is \`freezing\`.`,
  request: { params: BenchmarkParam },
  responses: { 200: json(Benchmark, "The benchmark, `frozen` or still `freezing`.") },
});

export const createBenchmarkVersion = declare("write", ["not_found", "conflict"], {
  method: "post",
  path: "/benchmarks/{benchmark}/versions",
  isRepeatable: false,
  audit: "benchmark.create_version",
  tags,
  summary: "Create a new version from a benchmark",
  description: "Creates a draft with all cases that still exist, including refused ones.",
  request: { params: BenchmarkParam },
  responses: { 201: json(Benchmark, "The draft.") },
});

export const exportBenchmark = declare("read", ["not_found", "conflict"], {
  method: "get",
  path: "/benchmarks/{benchmark}/export",
  audit: "benchmark.export",
  tags,
  summary: "Export a frozen benchmark as a zip file",
  description:
    "In the format of MemTraceBench: one file `split/source_id.json` for each graph with its annotations, and a card `README.md`. If a case was deleted with its graph, the answer is 409 and names the case.",
  request: { params: BenchmarkParam },
  responses: {
    200: {
      description: "The zip file.",
      content: { "application/zip": { schema: z.string().meta({ format: "binary" }) } },
    },
  },
});
