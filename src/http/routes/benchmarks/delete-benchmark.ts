import { deleteBenchmark as declaration } from "../../../protocol/routes/annotation/benchmarks.ts";
import { knownBenchmark } from "../../benchmarks/known-benchmark.ts";
import { operation, router } from "../../route.ts";

export const deleteBenchmark = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { id } = await knownBenchmark(project, c.req.valid("param"));
  await project.benchmarks.delete(id);
  return c.body(null, 204);
});
