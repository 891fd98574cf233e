import { listEndpoints as declaration } from "../../../protocol/routes/webhooks.ts";
import { operation, router } from "../../route.ts";

export const listEndpoints = router().openapi(operation(declaration), async (c) =>
  c.json({ items: await c.get("project").webhooks.listEndpoints() }, 200),
);
