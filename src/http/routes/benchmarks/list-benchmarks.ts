import { listBenchmarks as declaration } from "../../../protocol/routes/annotation/benchmarks.ts";
import { operation, router } from "../../route.ts";

export const listBenchmarks = router().openapi(operation(declaration), async (c) => {
  const { cursor, limit } = c.req.valid("query");
  return c.json(await c.get("project").benchmarks.list(cursor, limit), 200);
});
