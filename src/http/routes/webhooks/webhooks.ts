import { router } from "../../route.ts";
import { createEndpoint } from "./create-endpoint.ts";
import { deleteEndpoint } from "./delete-endpoint.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { listEndpoints } from "./list-endpoints.ts";
import { replayDelivery } from "./replay-delivery.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { sendTestEvent } from "./send-test-event.ts";
import { showDelivery } from "./show-delivery.ts";
import { updateEndpoint } from "./update-endpoint.ts";

export const webhooks = router()
  .route("/", listEndpoints)
  .route("/", createEndpoint)
  .route("/", updateEndpoint)
  .route("/", deleteEndpoint)
  .route("/", rotateSecret)
  .route("/", sendTestEvent)
  .route("/", listDeliveries)
  .route("/", showDelivery)
  .route("/", replayDelivery);
