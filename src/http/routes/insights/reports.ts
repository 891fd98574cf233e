import { issueReport } from "../../../jobs/reports/issue-report.ts";
import { MAX_REPORTS_PER_HOUR } from "../../../protocol/limits.ts";
import { createReport, listReports, showReport } from "../../../protocol/routes/insights.ts";
import { atLimit, notFound } from "../../errors.ts";
import { periodOf } from "../../period.ts";
import { operation, router } from "../../route.ts";

/**
 * Filters that choose particular cases, whenever they happened. If a request has such a filter but
 * no period, the report covers the time from the first to the last of these cases.
 */
const OF_ANY_TIME = new Set(["cases", "finding", "shift", "dataset", "experiment"]);

export const reports = router()
  .openapi(operation(listReports), async (c) => {
    const { cursor, limit } = c.req.valid("query");
    const page = await c.get("project").reports.list(cursor, limit);
    return c.json(page, 200);
  })
  .openapi(operation(createReport), async (c) => {
    const services = c.get("services");
    const project = c.get("project");
    const { from, to, ...filter } = c.req.valid("json");
    const [unknown] = await project.reports.unknownIn(filter);
    if (unknown !== undefined) throw notFound(unknown);
    const asked = { ...(from && { from }), ...(to && { to }) };
    const isFixed = Object.keys(filter).some((name) => OF_ANY_TIME.has(name));
    const ofCases =
      isFixed && from === undefined && to === undefined
        ? await project.reports.periodOf(filter)
        : undefined;
    const period = ofCases ?? periodOf(asked, services.now());
    const issued = await issueReport(
      { ...project, project: project.id, publicUrl: services.publicUrl, newId: services.newId },
      { period, filter },
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
