import { countCases as declaration } from "../../../protocol/routes/cases.ts";
import { operation, router } from "../../route.ts";

export const countCases = router().openapi(operation(declaration), async (c) =>
  c.json(await c.get("project").cases.count(c.req.valid("query")), 200),
);
