/**
 * `npm run bench`. Each measurement is a file that exports `bench`, and has a line here, such as
 * `store: () => import("./store.ts")`.
 */
import { measure } from "./command.ts";

await measure("bench", {
  graph: () => import("./graph.ts"),
  health: () => import("./health.ts"),
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
