import * as z from "zod";
import { Job } from "../../protocol/jobs.ts";
import { notFound } from "../errors.ts";
import { json, operation, router } from "../route.ts";

const show = operation("read", ["not_found"], {
  method: "get",
  path: "/jobs/{job}",
  tags: ["Jobs"],
  summary: "Show how far a job is, and what it has cost",
  request: { params: z.object({ job: z.string() }) },
  responses: { 200: json(Job, "The job.") },
});

export const jobs = router().openapi(show, async (c) => {
  const found = await c.get("project").jobs.find(c.req.valid("param").job);
  if (found === undefined) throw notFound("job");
  return c.json(found, 200);
});
