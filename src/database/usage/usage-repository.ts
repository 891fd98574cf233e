import { and, asc, eq, gte, lte, sql } from "drizzle-orm";
import { METERS, type Meter, type PlanName } from "../../protocol/api/teams/plans.ts";
import type { UsageDay } from "../../protocol/api/teams/usage.ts";
import type { Database } from "../database.ts";
import { modelSpending } from "../schema/model.ts";
import { project as projectTable } from "../schema/project.ts";
import { organizationPlan, usageAlert, usageDay } from "../schema/teams/usage.ts";

export type MeterCounts = Readonly<Record<Meter, number>>;

export interface MonthOfOrganization {
  readonly plan: PlanName | null;
  readonly days: readonly (MeterCounts & { readonly day: string })[];
  readonly alerts: readonly {
    readonly meter: Meter;
    readonly percent: number;
    readonly at: number;
  }[];
}

export class UsageRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Returns the project's usage on each day from `from` to `to`, oldest first. Leaves out days
   * without usage.
   */
  async days(from: string, to: string): Promise<UsageDay[]> {
    const { day, events, bytes, graphs, cases, deliveries } = usageDay;
    const [counted, spent] = await this.#database.batch([
      this.#database
        .select({ day, events, bytes, graphs, cases, deliveries })
        .from(usageDay)
        .where(and(eq(usageDay.project, this.#project), gte(day, from), lte(day, to))),
      this.#database
        .select({ day: modelSpending.day, usd: modelSpending.usd })
        .from(modelSpending)
        .where(
          and(
            eq(modelSpending.project, this.#project),
            gte(modelSpending.day, from),
            lte(modelSpending.day, to),
          ),
        ),
    ]);
    const days = new Map<string, UsageDay>(counted.map((row) => [row.day, { ...row, usd: 0 }]));
    for (const { day: on, usd } of spent) {
      days.set(on, { ...(days.get(on) ?? { day: on, ...NOTHING }), usd: Math.max(0, usd) });
    }
    return [...days.values()].sort((a, b) => a.day.localeCompare(b.day));
  }

  /**
   * Returns the usage of all projects of the organization, including deleted ones.
   * @param month in UTC, such as 2026-03
   */
  async ofOrganization(month: string): Promise<MonthOfOrganization> {
    const organization = sql`(select ${projectTable.organization} from ${projectTable}
      where ${projectTable.id} = ${this.#project})`;
    const [plans, days, alerts] = await this.#database.batch([
      this.#database
        .select({ plan: organizationPlan.plan })
        .from(organizationPlan)
        .where(eq(organizationPlan.organization, organization)),
      this.#database
        .select({ day: usageDay.day, ...SUMS })
        .from(usageDay)
        .where(
          and(
            eq(usageDay.organization, organization),
            gte(usageDay.day, `${month}-01`),
            lte(usageDay.day, `${month}-31`),
          ),
        )
        .groupBy(usageDay.day)
        .orderBy(asc(usageDay.day)),
      this.#database
        .select({ meter: usageAlert.meter, percent: usageAlert.percent, at: usageAlert.at })
        .from(usageAlert)
        .where(and(eq(usageAlert.organization, organization), eq(usageAlert.month, month)))
        .orderBy(asc(usageAlert.percent)),
    ]);
    return { plan: plans[0]?.plan ?? null, days, alerts };
  }
}

const NOTHING: MeterCounts = { events: 0, bytes: 0, graphs: 0, cases: 0, deliveries: 0 };

export const SUMS = {
  events: sql<number>`sum(${usageDay.events})`.as("all_events"),
  bytes: sql<number>`sum(${usageDay.bytes})`.as("all_bytes"),
  graphs: sql<number>`sum(${usageDay.graphs})`.as("all_graphs"),
  cases: sql<number>`sum(${usageDay.cases})`.as("all_cases"),
  deliveries: sql<number>`sum(${usageDay.deliveries})`.as("all_deliveries"),
} as const;

/** Returns the sum of several days' counts for each meter. */
export function totalOf(days: readonly MeterCounts[]): MeterCounts {
  const sum = (meter: Meter) => days.reduce((all, day) => all + day[meter], 0);
  return Object.fromEntries(METERS.map((meter) => [meter, sum(meter)])) as Record<Meter, number>;
}
