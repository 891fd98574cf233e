import { listReceipts, showReceipt } from "../../../protocol/routes/privacy/receipts.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const receipts = router()
  .openapi(operation(listReceipts), async (c) => {
    const { cursor, limit } = c.req.valid("query");
    return c.json(await c.get("project").receipts.list(cursor, limit), 200);
  })
  .openapi(operation(showReceipt), async (c) => {
    const found = await c.get("project").receipts.find(c.req.valid("param").receipt);
    if (found === undefined) throw notFound("receipt");
    return c.json(found, 200);
  });
