import { listAudit as declaration } from "../../../protocol/routes/teams/audit.ts";
import { operation, router } from "../../route.ts";
import { readableLog } from "./readable-log.ts";

export const listAudit = router().openapi(operation(declaration), async (c) => {
  const { cursor, limit, ...wanted } = c.req.valid("query");
  const { log, filter } = await readableLog(c, wanted);
  return c.json(await log.list(filter, cursor, limit), 200);
});
