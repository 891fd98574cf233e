/** `npm run faults`: what the service does when it is killed or fed badly; each in its own file. */
import { measure } from "../bench/command.ts";

await measure("faults", {
  ingest: () => import("./ingest.ts"),
  jobs: () => import("./jobs.ts"),
  malformed: () => import("./malformed.ts"),
  neighbours: () => import("./neighbours.ts"),
  reads: () => import("./reads.ts"),
  sdk: () => import("./sdk.ts"),
});
