import { listJudgements, putJudge, showJudge } from "../../../protocol/routes/annotation/judge.ts";
import { operation, router } from "../../route.ts";

export const judge = router()
  .openapi(operation(showJudge), async (c) =>
    c.json(
      await c.get("project").judge.figures(c.req.valid("query"), c.get("services").now()),
      200,
    ),
  )
  .openapi(operation(putJudge), async (c) => {
    const { judge } = c.get("project");
    c.set("before", await judge.settings());
    await judge.put(c.req.valid("json"), c.get("services").now());
    return c.json(await judge.settings(), 200);
  })
  .openapi(operation(listJudgements), async (c) => {
    const { cursor, limit, ...filter } = c.req.valid("query");
    return c.json(await c.get("project").judge.list(filter, cursor, limit), 200);
  });
