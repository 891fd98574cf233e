import { freezeBenchmark as declaration } from "../../../protocol/routes/annotation/benchmarks.ts";
import { freeze } from "../../benchmarks/freeze.ts";
import { knownBenchmark } from "../../benchmarks/known-benchmark.ts";
import { ApiError } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const freezeBenchmark = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const found = await knownBenchmark(project, c.req.valid("param"));
  // If the benchmark is already frozen, the request was repeated. It changes nothing.
  if (found.state === "frozen") return c.json(found, 200);
  if (found.cases + found.refused === 0) {
    throw new ApiError("conflict", "The benchmark has no cases. Add some, then freeze it.");
  }
  await freeze(project, found.id, c.get("services").now);
  return c.json(await knownBenchmark(project, { benchmark: found.id }), 200);
});
