import { router } from "../../route.ts";
import { blameVariable } from "./blame-variable.ts";
import { listVersions } from "./list-versions.ts";
import { renderText } from "./render-text.ts";
import { searchRecords } from "./search-records.ts";
import { showDifferences } from "./show-differences.ts";
import { showFlow } from "./show-flow.ts";
import { showMadeOf } from "./show-made-of.ts";
import { showStore } from "./show-store.ts";
import { showTokens } from "./show-tokens.ts";
import { takeWalk } from "./take-walk.ts";

export const graphQueries = router()
  .route("/", takeWalk)
  .route("/", searchRecords)
  .route("/", listVersions)
  .route("/", showStore)
  .route("/", showTokens)
  .route("/", showFlow)
  .route("/", showMadeOf)
  .route("/", blameVariable)
  .route("/", showDifferences)
  .route("/", renderText);
