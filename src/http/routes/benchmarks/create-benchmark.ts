import { MAX_BENCHMARKS } from "../../../protocol/api/annotation/benchmarks.ts";
import { createBenchmark as declaration } from "../../../protocol/routes/annotation/benchmarks.ts";
import { knownBenchmark } from "../../benchmarks/known-benchmark.ts";
import { atLimit } from "../../errors.ts";
import { operation, router } from "../../route.ts";

const NOTHING = { added: 0, known: 0, rejected: [] };

export const createBenchmark = router().openapi(operation(declaration), async (c) => {
  const { newId, now } = c.get("services");
  const project = c.get("project");
  const { from, ...wanted } = c.req.valid("json");
  const made = await project.benchmarks.create(wanted, newId("bm"), now());
  if (made === undefined) throw atLimit(MAX_BENCHMARKS, "benchmarks", "Delete one first.");
  const outcome = from === undefined ? NOTHING : await project.benchmarks.add(made.id, from);
  const filled = await knownBenchmark(project, { benchmark: made.id });
  return c.json({ ...filled, outcome }, 201);
});
