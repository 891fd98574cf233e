import { addBenchmarkCases as declaration } from "../../../protocol/routes/annotation/benchmarks.ts";
import { knownDraft } from "../../benchmarks/known-benchmark.ts";
import { operation, router } from "../../route.ts";

export const addBenchmarkCases = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { id } = await knownDraft(project, c.req.valid("param"));
  return c.json(await project.benchmarks.add(id, c.req.valid("json")), 200);
});
