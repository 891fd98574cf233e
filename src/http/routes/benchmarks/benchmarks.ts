import { router } from "../../route.ts";
import { addBenchmarkCases } from "./add-benchmark-cases.ts";
import { createBenchmark } from "./create-benchmark.ts";
import { createVersion } from "./create-version.ts";
import { deleteBenchmark } from "./delete-benchmark.ts";
import { downloadBenchmark } from "./download-benchmark.ts";
import { freezeBenchmark } from "./freeze-benchmark.ts";
import { listBenchmarkCases } from "./list-benchmark-cases.ts";
import { listBenchmarks } from "./list-benchmarks.ts";
import { removeBenchmarkCase } from "./remove-benchmark-case.ts";
import { showBenchmark } from "./show-benchmark.ts";

export const benchmarks = router()
  .route("/", listBenchmarks)
  .route("/", createBenchmark)
  .route("/", showBenchmark)
  .route("/", deleteBenchmark)
  .route("/", listBenchmarkCases)
  .route("/", addBenchmarkCases)
  .route("/", removeBenchmarkCase)
  .route("/", freezeBenchmark)
  .route("/", createVersion)
  .route("/", downloadBenchmark);
