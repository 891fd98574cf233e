import { listJobs, showJob } from "../../../protocol/routes/project.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const jobs = router()
  .openapi(operation(listJobs), async (c) => {
    const { cursor, limit, ...filter } = c.req.valid("query");
    return c.json(await c.get("project").jobs.list(filter, cursor, limit), 200);
  })
  .openapi(operation(showJob), async (c) => {
    const found = await c.get("project").jobs.find(c.req.valid("param").job);
    if (found === undefined) throw notFound("job");
    return c.json(found, 200);
  });
