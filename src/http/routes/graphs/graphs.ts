import { router } from "../../route.ts";
import { examineGraph } from "./examine-graph.ts";
import { exportGraph } from "./export-graph.ts";
import { importAnnotations } from "./import-annotations.ts";
import { importGraphFile } from "./import-graph-file.ts";
import { listGraphs } from "./list-graphs.ts";
import { showGraph } from "./show-graph.ts";
import { showOperation } from "./show-operation.ts";
import { showVariable } from "./show-variable.ts";

export const graphs = router()
  .route("/", importGraphFile)
  .route("/", importAnnotations)
  .route("/", listGraphs)
  .route("/", showGraph)
  .route("/", examineGraph)
  .route("/", exportGraph)
  .route("/", showOperation)
  .route("/", showVariable);
