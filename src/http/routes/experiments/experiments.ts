import { router } from "../../route.ts";
import { addResults } from "./add-results.ts";
import { compareExperiments } from "./compare-experiments.ts";
import { createExperiment } from "./create-experiment.ts";
import { deleteExperiment } from "./delete-experiment.ts";
import { finishExperiment } from "./finish-experiment.ts";
import { listExperiments } from "./list-experiments.ts";
import { listResults } from "./list-results.ts";
import { showExperiment } from "./show-experiment.ts";

export const experiments = router()
  .route("/", listExperiments)
  .route("/", createExperiment)
  .route("/", showExperiment)
  .route("/", deleteExperiment)
  .route("/", listResults)
  .route("/", addResults)
  .route("/", finishExperiment)
  .route("/", compareExperiments);
