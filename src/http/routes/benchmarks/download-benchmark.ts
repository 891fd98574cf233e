import { exportBenchmark as declaration } from "../../../protocol/routes/annotation/benchmarks.ts";
import { checkExportable, filesOf } from "../../benchmarks/export-benchmark.ts";
import { knownBenchmark } from "../../benchmarks/known-benchmark.ts";
import { zipped } from "../../benchmarks/zip.ts";
import { operation, router } from "../../route.ts";

export const downloadBenchmark = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const found = await knownBenchmark(project, c.req.valid("param"));
  await checkExportable(project, found);
  const name = found.name.replaceAll(/[^\w.-]+/g, "_").slice(0, 100);
  c.header("Content-Disposition", `attachment; filename="${name}-v${found.version}.zip"`);
  const parts = zipped(filesOf(project, found));
  // Read files only as fast as the client receives them, to limit memory.
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await parts.return(undefined);
    },
  });
  return c.body(body, 200, { "Content-Type": "application/zip" });
});
