import { listShifts, showShift } from "../../../protocol/routes/insights.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const shifts = router()
  .openapi(operation(listShifts), async (c) => {
    const { cursor, limit } = c.req.valid("query");
    return c.json(await c.get("project").shifts.list(cursor, limit), 200);
  })
  .openapi(operation(showShift), async (c) => {
    const found = await c.get("project").shifts.find(c.req.valid("param").shift);
    if (found === undefined) throw notFound("shift");
    return c.json(found, 200);
  });
