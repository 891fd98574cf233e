import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { dueInsights } from "../../../src/jobs/reports/due-insights.ts";
import worker from "../../../workers/app.ts";
import { database } from "../../tenancy/support/browser.ts";
import { until } from "./until.ts";

/** Runs the cron sweep as if at this time, in milliseconds since the epoch. */
export function sweep(at: number): Promise<void> {
  return worker.scheduled(createScheduledController({ scheduledTime: at }), env);
}

/** Runs a sweep, and waits until the project's own worker has made its reports and checks. */
export async function sweepInsights(project: string, at: number): Promise<void> {
  await sweep(at);
  await until(async () => {
    const due = await dueInsights(database, project, Date.now());
    return due.length === 0 || undefined;
  });
}

/** Sweeps as if no event had arrived for a minute. */
export function sweepOnceQuiet(): Promise<void> {
  return sweep(Date.now() + 60_001);
}
