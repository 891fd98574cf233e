import { MAX_BENCHMARKS } from "../../../protocol/api/annotation/benchmarks.ts";
import { createBenchmarkVersion as declaration } from "../../../protocol/routes/annotation/benchmarks.ts";
import { knownBenchmark } from "../../benchmarks/known-benchmark.ts";
import { atLimit } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const createVersion = router().openapi(operation(declaration), async (c) => {
  const { newId, now } = c.get("services");
  const project = c.get("project");
  const { id, name, split, description } = await knownBenchmark(project, c.req.valid("param"));
  const made = await project.benchmarks.create({ name, split, description }, newId("bm"), now());
  if (made === undefined) throw atLimit(MAX_BENCHMARKS, "benchmarks", "Delete one first.");
  await project.benchmarks.copyCases(id, made.id);
  return c.json(await knownBenchmark(project, { benchmark: made.id }), 201);
});
