import { putRetention, showRetention } from "../../../protocol/routes/privacy/retention.ts";
import { operation, router } from "../../route.ts";

export const retention = router()
  .openapi(operation(showRetention), async (c) =>
    c.json(await c.get("project").retention.settings(), 200),
  )
  .openapi(operation(putRetention), async (c) => {
    const { retention: repository } = c.get("project");
    c.set("before", { ...(await repository.settings()) });
    return c.json(await repository.put(c.req.valid("json")), 200);
  });
