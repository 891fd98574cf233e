/**
 * `npm run faults`: how the service behaves when it is killed or receives bad input. Each
 * measurement has its own file.
 */
import { measure } from "../bench/command.ts";

await measure("faults", {
  ingest: () => import("./ingest.ts"),
  jobs: () => import("./jobs.ts"),
  mail: () => import("./mail.ts"),
  malformed: () => import("./malformed.ts"),
  neighbours: () => import("./neighbours.ts"),
  reads: () => import("./reads.ts"),
  sdk: () => import("./sdk.ts"),
});
