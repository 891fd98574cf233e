import { listBenchmarkCases as declaration } from "../../../protocol/routes/annotation/benchmarks.ts";
import { knownBenchmark } from "../../benchmarks/known-benchmark.ts";
import { operation, router } from "../../route.ts";

export const listBenchmarkCases = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { id } = await knownBenchmark(project, c.req.valid("param"));
  const { cursor, limit } = c.req.valid("query");
  return c.json(await project.benchmarks.cases(id, cursor, limit), 200);
});
