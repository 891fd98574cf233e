import * as z from "zod";
import { Page } from "../../../protocol/api/api.ts";
import { Job, JobFilter } from "../../../protocol/api/jobs.ts";
import { notFound } from "../../errors.ts";
import { json, operation, PageQuery, router } from "../../route.ts";

const list = operation("read", [], {
  method: "get",
  path: "/jobs",
  tags: ["Jobs"],
  summary: "List jobs, newest first",
  description: "Ended jobs are listed for thirty days.",
  request: { query: JobFilter.extend(PageQuery.shape) },
  responses: { 200: json(Page(Job), "One page.") },
});

const show = operation("read", ["not_found"], {
  method: "get",
  path: "/jobs/{job}",
  tags: ["Jobs"],
  summary: "Show a job's progress and cost",
  request: { params: z.object({ job: z.string() }) },
  responses: { 200: json(Job, "The job.") },
});

export const jobs = router()
  .openapi(list, async (c) => {
    const { cursor, limit, ...filter } = c.req.valid("query");
    return c.json(await c.get("project").jobs.list(filter, cursor, limit), 200);
  })
  .openapi(show, async (c) => {
    const found = await c.get("project").jobs.find(c.req.valid("param").job);
    if (found === undefined) throw notFound("job");
    return c.json(found, 200);
  });
