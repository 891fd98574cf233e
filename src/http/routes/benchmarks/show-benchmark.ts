import { showBenchmark as declaration } from "../../../protocol/routes/annotation/benchmarks.ts";
import { knownBenchmark } from "../../benchmarks/known-benchmark.ts";
import { operation, router } from "../../route.ts";

export const showBenchmark = router().openapi(operation(declaration), async (c) =>
  c.json(await knownBenchmark(c.get("project"), c.req.valid("param")), 200),
);
