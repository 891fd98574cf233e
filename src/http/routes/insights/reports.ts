import { issueReport } from "../../../jobs/reports/issue-report.ts";
import { MAX_REPORTS_PER_HOUR } from "../../../protocol/limits.ts";
import { createReport, listReports, showReport } from "../../../protocol/routes/insights.ts";
import { atLimit, notFound } from "../../errors.ts";
import { periodOf } from "../../period.ts";
import { operation, router } from "../../route.ts";

export const reports = router()
  .openapi(operation(listReports), async (c) => {
    const { cursor, limit } = c.req.valid("query");
    const page = await c.get("project").reports.list(cursor, limit);
    return c.json(page, 200);
  })
  .openapi(operation(createReport), async (c) => {
    const services = c.get("services");
    const project = c.get("project");
    const period = periodOf(c.req.valid("json"), services.now());
    const issued = await issueReport(
      { ...project, project: project.id, publicUrl: services.publicUrl, newId: services.newId },
      period,
      "request",
      services.now(),
    );
    if (issued === undefined) {
      throw atLimit(MAX_REPORTS_PER_HOUR, "reports of the last hour", "Wait an hour.");
    }
    const { report, job, deliveries } = issued;
    if (job !== null) await project.wakeJob(job);
    await project.wakeDeliveries(deliveries);
    return c.json(report, 201);
  })
  .openapi(operation(showReport), async (c) => {
    const found = await c.get("project").reports.find(c.req.valid("param").report);
    if (found === undefined) throw notFound("report");
    return c.json(found, 200);
  });
