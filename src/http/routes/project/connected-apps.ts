import {
  listConnectedApps,
  removeConnectedApp,
} from "../../../protocol/routes/teams/connected-apps.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const connectedApps = router()
  .openapi(operation(listConnectedApps), async (c) => {
    const { cursor, limit } = c.req.valid("query");
    return c.json(await c.get("project").connectedApps.list(cursor, limit), 200);
  })
  .openapi(operation(removeConnectedApp), async (c) => {
    const isRemoved = await c.get("project").connectedApps.remove(c.req.valid("param").connection);
    if (!isRemoved) throw notFound("connected app");
    return c.body(null, 204);
  });
