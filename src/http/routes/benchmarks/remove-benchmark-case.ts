import { removeBenchmarkCase as declaration } from "../../../protocol/routes/annotation/benchmarks.ts";
import { draftAgain } from "../../benchmarks/known-benchmark.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const removeBenchmarkCase = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { case: named, ...param } = c.req.valid("param");
  const { id } = await draftAgain(project, param);
  if (!(await project.benchmarks.remove(id, named))) throw notFound("case in the benchmark");
  return c.body(null, 204);
});
