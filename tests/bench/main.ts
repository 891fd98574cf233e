/**
 * `npm run bench`: each measurement is a file of its own, which exports `bench`, and a line here,
 * such as `store: () => import("./store.ts")`.
 */
import { measure } from "./command.ts";

await measure("bench", {
  graph: () => import("./graph.ts"),
  explorer: () => import("./explorer.ts"),
  store: () => import("./store.ts"),
  import: () => import("./import.ts"),
  ingest: () => import("./ingest.ts"),
  sdk: () => import("./sdk.ts"),
  python: () => import("./python.ts"),
  cost: () => import("./cost.ts"),
  read: () => import("./read.ts"),
  teams: () => import("./teams.ts"),
});
