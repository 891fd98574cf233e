import * as z from "zod";
import { Page } from "../../../protocol/api/api.ts";
import { Shift } from "../../../protocol/api/shifts.ts";
import { notFound } from "../../errors.ts";
import { json, operation, PageQuery, router } from "../../route.ts";

const list = operation("read", [], {
  method: "get",
  path: "/shifts",
  tags: ["Findings"],
  summary: "List significant changes of the error mix, newest first",
  description:
    "After every 25 new attributions of a memory system, its latest cases are compared with earlier ones, share by share, by Fisher's exact test. The significance level is corrected for all shares and all checks. An unchanged mix is reported as a shift with a total probability under 5%.",
  request: { query: PageQuery },
  responses: { 200: json(Page(Shift), "One page.") },
});

const show = operation("read", ["not_found"], {
  method: "get",
  path: "/shifts/{shift}",
  tags: ["Findings"],
  summary: "Show the changed shares of a shift",
  description: "`GET /v1/cases?shift=…` lists the cases behind it.",
  request: { params: z.object({ shift: z.string() }) },
  responses: { 200: json(Shift, "The shift.") },
});

export const shifts = router()
  .openapi(list, async (c) => {
    const { cursor, limit } = c.req.valid("query");
    return c.json(await c.get("project").shifts.list(cursor, limit), 200);
  })
  .openapi(show, async (c) => {
    const found = await c.get("project").shifts.find(c.req.valid("param").shift);
    if (found === undefined) throw notFound("shift");
    return c.json(found, 200);
  });
