import { and, eq, gte, inArray, lte, sql } from "drizzle-orm";
import {
  METERS,
  type Meter,
  PLANS,
  type PlanName,
  THRESHOLDS,
} from "../../protocol/api/teams/plans.ts";
import type { Database } from "../database.ts";
import { delivery } from "../schema/project.ts";
import { organizationPlan, usageAlert, usageDay } from "../schema/teams/usage.ts";
import { SUMS } from "./usage-repository.ts";

interface Reached {
  readonly organization: string;
  readonly meter: Meter;
  readonly percent: number;
  readonly used: number;
  readonly limit: number;
}

/**
 * Records which organizations have reached which shares of their plan's limit, for example 80%.
 * Each share is recorded once in a month. In the same transaction, stores the deliveries to
 * endpoints that subscribe to `usage.threshold_reached`.
 * @param deps `publicUrl` is the base URL of the UI. `defaultPlan` is the plan of organizations
 * without a row in `organization_plan`
 * @returns the ids of the projects with new deliveries, which the caller must wake
 */
export async function recordAlerts(
  database: Database,
  deps: { readonly publicUrl: string; readonly defaultPlan: PlanName },
  now: number,
): Promise<string[]> {
  const month = new Date(now).toISOString().slice(0, 7);
  const planned = database
    .select({ organization: organizationPlan.organization })
    .from(organizationPlan);
  const rows = await database
    .select({ organization: usageDay.organization, plan: organizationPlan.plan, ...SUMS })
    .from(usageDay)
    .leftJoin(organizationPlan, eq(organizationPlan.organization, usageDay.organization))
    .where(
      and(
        gte(usageDay.day, `${month}-01`),
        lte(usageDay.day, `${month}-31`),
        deps.defaultPlan === "unlimited" ? inArray(usageDay.organization, planned) : undefined,
      ),
    )
    .groupBy(usageDay.organization);
  const projects = new Set<string>();
  for (const { organization, plan, ...used } of rows) {
    for (const reached of reachedBy(organization, PLANS[plan ?? deps.defaultPlan], used)) {
      for (const project of await record(database, deps.publicUrl, month, reached, now)) {
        projects.add(project);
      }
    }
  }
  return [...projects];
}

function reachedBy(
  organization: string,
  limits: (typeof PLANS)[PlanName],
  counts: Readonly<Record<Meter, number>>,
): Reached[] {
  return METERS.flatMap((meter) => {
    const limit = limits[meter];
    const used = counts[meter];
    if (limit === null) return [];
    return THRESHOLDS.filter((threshold) => used >= limit * threshold).map((threshold) => ({
      ...{ organization, meter, used, limit, percent: Math.round(threshold * 100) },
    }));
  });
}

async function record(
  database: Database,
  publicUrl: string,
  month: string,
  { organization, meter, percent, used, limit }: Reached,
  now: number,
): Promise<string[]> {
  const timestamp = new Date(now).toISOString();
  const isNew = sql`not exists (select 1 from usage_alert where organization = ${organization}
    and month = ${month} and meter = ${meter} and percent = ${percent})`;
  const [queued] = await database.batch([
    // This statement adds deliveries only if the alert does not exist yet. So run it before the
    // alert is stored.
    database
      .insert(delivery)
      .select(sql`
        select 'msg_' || lower(hex(randomblob(15))), endpoint.project, endpoint.id,
          'usage.threshold_reached', null,
          json_object('type', 'usage.threshold_reached', 'timestamp', ${timestamp}, 'data',
            json_object('project', endpoint.project, 'organization', ${organization},
              'month', ${month}, 'meter', ${meter}, 'threshold', ${percent} / 100.0,
              'used', ${used}, 'limit', ${limit},
              'url', ${new URL("/p/", publicUrl).href} || endpoint.project || '/usage')),
          'queued', '[]', 0, 0, ${now}, ${now}
        from project
        join endpoint on endpoint.project = project.id and endpoint.state = 'enabled'
        where project.organization = ${organization} and ${isNew} and exists (
          select 1 from json_each(endpoint.events) where value = 'usage.threshold_reached')`)
      .returning({ project: delivery.project }),
    database
      .insert(usageAlert)
      .values({ organization, month, meter, percent, at: now })
      .onConflictDoNothing(),
  ]);
  return [...new Set(queued.map(({ project }) => project))];
}
