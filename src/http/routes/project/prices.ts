import { putPrices, showPrices } from "../../../protocol/routes/project.ts";
import { operation, router } from "../../route.ts";

export const prices = router()
  .openapi(operation(showPrices), async (c) => c.json(await c.get("project").prices.prices(), 200))
  .openapi(operation(putPrices), async (c) => {
    const { prices: repository } = c.get("project");
    c.set("before", { ...(await repository.prices()) });
    return c.json(await repository.put(c.req.valid("json")), 200);
  });
