import { putAuditSettings, showAuditSettings } from "../../../protocol/routes/teams/audit.ts";
import { ApiError } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { readableLog } from "./readable-log.ts";

export const auditSettings = router()
  .openapi(operation(showAuditSettings), async (c) => {
    const { log } = await readableLog(c);
    return c.json(await log.settings(), 200);
  })
  .openapi(operation(putAuditSettings), async (c) => {
    const { log, role } = await readableLog(c);
    if (role !== "owner") {
      throw new ApiError(
        "forbidden",
        "Only a signed-in owner of the organization can set how long its audit log is kept.",
      );
    }
    c.set("before", await log.settings());
    return c.json(await log.putSettings(c.req.valid("json")), 200);
  });
