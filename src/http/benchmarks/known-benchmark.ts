import type { Benchmark } from "../../protocol/api/annotation/benchmarks.ts";
import type { ProjectServices } from "../context.ts";
import { ApiError, notFound } from "../errors.ts";

/** @throws ApiError 404 if the project has no such benchmark */
export async function knownBenchmark(
  { benchmarks }: Pick<ProjectServices, "benchmarks">,
  { benchmark }: { readonly benchmark: string },
): Promise<Benchmark> {
  const found = await benchmarks.find(benchmark);
  if (found === undefined) throw notFound("benchmark");
  return found;
}

/**
 * Makes a benchmark a draft again if it is still freezing.
 * @throws ApiError 409 if the benchmark is frozen
 */
export async function draftAgain(
  project: Pick<ProjectServices, "benchmarks" | "frozen">,
  param: { readonly benchmark: string },
): Promise<Benchmark> {
  const found = await knownBenchmark(project, param);
  if (found.state === "freezing") await project.frozen.undo(found.id);
  return knownDraft(project, param);
}

/**
 * Only the cases of a draft can be changed.
 * @throws ApiError 409 if the benchmark is not a draft
 */
export async function knownDraft(
  project: Pick<ProjectServices, "benchmarks">,
  param: { readonly benchmark: string },
): Promise<Benchmark> {
  const found = await knownBenchmark(project, param);
  if (found.state === "draft") return found;
  const why =
    found.state === "frozen"
      ? "The benchmark is frozen, so its cases stay as they are. Create a new version and change that version."
      : "The benchmark is being frozen. Repeat the freeze until it is frozen, then create a new version. Or remove a case, which makes it a draft again.";
  throw new ApiError("conflict", `${why} Nothing was changed.`);
}
