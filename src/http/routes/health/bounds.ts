import { listHealthBounds, putHealthBounds } from "../../../protocol/routes/memory/health.ts";
import { operation, router } from "../../route.ts";

export const bounds = router()
  .openapi(operation(listHealthBounds), async (c) =>
    c.json({ items: await c.get("project").healthBounds.list() }, 200),
  )
  .openapi(operation(putHealthBounds), async (c) => {
    const { healthBounds } = c.get("project");
    c.set("before", { bounds: await healthBounds.list() });
    await healthBounds.put(c.req.valid("json").bounds);
    return c.json({ items: await healthBounds.list() }, 200);
  });
