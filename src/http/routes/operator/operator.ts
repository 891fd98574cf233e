import { showStatus } from "../../../protocol/routes/operator/status.ts";
import { operation, router } from "../../route.ts";

export const operator = router().openapi(operation(showStatus), async (c) =>
  c.json(await c.get("services").operatorStatus(), 200),
);
