import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Benchmark, CreateBenchmark } from "../../protocol/api/annotation/benchmarks.ts";
import type { AddCases } from "../../protocol/api/experiments.ts";
import { requestOf } from "../../protocol/routes/client.ts";
import { call } from "../api/request.ts";
import { PAGES } from "../api/resources.ts";

export const benchmarksQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: [project, "benchmarks"],
    queryFn: ({ signal, pageParam: cursor }) =>
      call("GET /benchmarks", { query: { project, cursor } }, { signal }),
    ...PAGES,
  });

export const benchmarkQuery = (project: string, benchmark: string) =>
  queryOptions({
    queryKey: [project, "benchmark", benchmark],
    queryFn: ({ signal }) => {
      const input = { params: { benchmark }, query: { project } };
      return call("GET /benchmarks/{benchmark}", input, { signal });
    },
  });

export const benchmarkCasesQuery = (project: string, benchmark: string) =>
  infiniteQueryOptions({
    queryKey: [project, "benchmark cases", benchmark],
    queryFn: ({ signal, pageParam: cursor }) => {
      const input = { params: { benchmark }, query: { project, cursor } };
      return call("GET /benchmarks/{benchmark}/cases", input, { signal });
    },
    ...PAGES,
  });

/** Reloads all benchmarks. Call it after each change of a benchmark. */
export function refreshBenchmarks(client: QueryClient, project: string) {
  return Promise.all(
    ["benchmarks", "benchmark", "benchmark cases"].map((name) =>
      client.invalidateQueries({ queryKey: [project, name] }),
    ),
  );
}

type Wanted = Pick<CreateBenchmark, "name"> & Partial<CreateBenchmark>;

export const createBenchmark = (project: string, body: Wanted) =>
  call("POST /benchmarks", { query: { project }, body });

export const deleteBenchmark = (project: string, benchmark: string) =>
  call("DELETE /benchmarks/{benchmark}", { params: { benchmark }, query: { project } });

export const addBenchmarkCases = (project: string, benchmark: string, body: AddCases) =>
  call("POST /benchmarks/{benchmark}/cases", { params: { benchmark }, query: { project }, body });

export const removeBenchmarkCase = (project: string, benchmark: string, of: string) =>
  call("DELETE /benchmarks/{benchmark}/cases/{case}", {
    params: { benchmark, case: of },
    query: { project },
  });

/**
 * Freezes the benchmark. Each request freezes only some of the cases, so this function repeats the
 * request until all cases are frozen.
 */
export async function freezeBenchmark(project: string, benchmark: string): Promise<Benchmark> {
  for (;;) {
    const input = { params: { benchmark }, query: { project } };
    const found = await call("POST /benchmarks/{benchmark}/freeze", input);
    if (found.state === "frozen") return found;
  }
}

export const createVersion = (project: string, benchmark: string) =>
  call("POST /benchmarks/{benchmark}/versions", { params: { benchmark }, query: { project } });

/** Download URL of the benchmark, a zip file. */
export const benchmarkAddress = (project: string, benchmark: string): string =>
  requestOf("GET /benchmarks/{benchmark}/export", { params: { benchmark }, query: { project } })
    .path;
