import { router } from "../../route.ts";
import { addCases } from "./add-cases.ts";
import { addItems } from "./add-items.ts";
import { createDataset } from "./create-dataset.ts";
import { deleteDataset } from "./delete-dataset.ts";
import { listDatasets } from "./list-datasets.ts";
import { listItems } from "./list-items.ts";
import { removeItem } from "./remove-item.ts";
import { showDataset } from "./show-dataset.ts";

export const datasets = router()
  .route("/", listDatasets)
  .route("/", createDataset)
  .route("/", showDataset)
  .route("/", deleteDataset)
  .route("/", listItems)
  .route("/", addItems)
  .route("/", addCases)
  .route("/", removeItem);
