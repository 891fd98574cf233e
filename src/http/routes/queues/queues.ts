import { router } from "../../route.ts";
import { addQueueCases } from "./add-queue-cases.ts";
import { createQueue } from "./create-queue.ts";
import { listQueues } from "./list-queues.ts";
import { nextQueueItem } from "./next-queue-item.ts";
import { oneQueue } from "./one-queue.ts";
import { queueItems } from "./queue-items.ts";

export const queues = router()
  .route("/", listQueues)
  .route("/", createQueue)
  .route("/", oneQueue)
  .route("/", addQueueCases)
  .route("/", nextQueueItem)
  .route("/", queueItems);
