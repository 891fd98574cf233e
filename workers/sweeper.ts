import { issueReport } from "../src/jobs/issue-report.ts";
import { findLostWork, scheduledProjects } from "../src/jobs/sweep.ts";
import { reportDue } from "../src/reports/schedule.ts";
import { openDatabase } from "../src/storage/database.ts";
import type { Bindings } from "./env.ts";
import { newId, projectRepositories, wakeDeliveries } from "./services.ts";

/** Minute of each hour at which due reports are made. */
const REPORT_MINUTE = 5;

/** Every minute: wakes what was lost; once an hour: makes the reports that are due. */
export async function sweep(env: Bindings, scheduledAt: number): Promise<void> {
  const database = openDatabase(env.DB);
  const lost = await findLostWork(database, scheduledAt);
  for (const graph of lost.graphs) await env.ATTRIBUTION_QUEUE.send(graph);
  for (const { project, delivery } of lost.deliveries) {
    await wakeDeliveries(env, project, [delivery]);
  }
  if (new Date(scheduledAt).getUTCMinutes() !== REPORT_MINUTE) return;
  for (const { id: project, schedule } of await scheduledProjects(database)) {
    const repositories = projectRepositories(database, project);
    const lastEnd = await repositories.reports.lastScheduledEnd();
    const period = reportDue(schedule, lastEnd, scheduledAt);
    if (period === null) continue;
    const firstEventAt = await repositories.graphs.firstEventAt();
    if (firstEventAt === undefined || firstEventAt >= period.to) continue;
    const { deliveries } = await issueReport(
      { ...repositories, project, publicUrl: env.PUBLIC_URL, newId },
      period,
      "schedule",
      scheduledAt,
    );
    await wakeDeliveries(env, project, deliveries);
  }
}
