import * as z from "zod";
import { issueReport } from "../../../jobs/reports/issue-report.ts";
import { Page } from "../../../protocol/api/api.ts";
import { CreateReport, Report, ReportSummary } from "../../../protocol/api/reports.ts";
import { notFound } from "../../errors.ts";
import { periodOf } from "../../period.ts";
import { json, jsonBody, operation, PageQuery, router } from "../../route.ts";

const list = operation("read", [], {
  method: "get",
  path: "/reports",
  tags: ["Reports"],
  summary: "List reports, newest first",
  request: { query: PageQuery },
  responses: { 200: json(Page(ReportSummary), "One page.") },
});

const create = operation("write", [], {
  method: "post",
  path: "/reports",
  tags: ["Reports"],
  summary: "Make a report",
  description:
    "The figures are ready at once. With a model, the job in `job` writes the explanation. The webhook event `report.ready` follows when the report is complete.",
  request: { body: jsonBody(CreateReport) },
  responses: { 201: json(Report, "The report.") },
});

const show = operation("read", ["not_found"], {
  method: "get",
  path: "/reports/{report}",
  tags: ["Reports"],
  summary: "Show a report",
  request: { params: z.object({ report: z.string() }) },
  responses: { 200: json(Report, "The report.") },
});

export const reports = router()
  .openapi(list, async (c) => {
    const { cursor, limit } = c.req.valid("query");
    const page = await c.get("project").reports.list(cursor, limit);
    return c.json(page, 200);
  })
  .openapi(create, async (c) => {
    const services = c.get("services");
    const project = c.get("project");
    const period = periodOf(c.req.valid("json"), services.now());
    const { report, job, deliveries } = await issueReport(
      { ...project, project: project.id, publicUrl: services.publicUrl, newId: services.newId },
      period,
      "request",
      services.now(),
    );
    if (job !== null) await project.wakeJob(job);
    await project.wakeDeliveries(deliveries);
    return c.json(report, 201);
  })
  .openapi(show, async (c) => {
    const found = await c.get("project").reports.find(c.req.valid("param").report);
    if (found === undefined) throw notFound("report");
    return c.json(found, 200);
  });
