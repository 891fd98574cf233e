/** Usage of projects and organizations. Days and months are in UTC. */
import * as z from "zod";
import { Meter, PlanName } from "./plans.ts";

const Count = z.number().int().min(0);
const Day = z.iso.date();

/** Maximum days of one answer: two years. */
export const MAX_USAGE_DAYS = 731;

export const UsageDay = z.object({
  day: Day,
  events: Count.describe("number of accepted events; each event counts once"),
  bytes: Count.describe("compressed bytes that were stored for these events"),
  graphs: Count.describe("number of new graphs"),
  cases: Count.describe("number of attributions that ended with a verdict"),
  deliveries: Count.describe("number of webhook deliveries that their receivers accepted"),
  usd: z.number().min(0).describe("cost of models in dollars"),
});
export type UsageDay = z.infer<typeof UsageDay>;

export const MonthMeter = z.object({
  meter: Meter,
  used: Count.describe("usage of all projects of the organization since the month began"),
  forecast: Count.describe(
    "expected usage at the end of the month, if the remaining days are like the last seven days",
  ),
  limit: Count.nullable().describe("limit of the plan; null if the plan has no limit"),
  alerts: z
    .array(z.object({ threshold: z.number(), at: z.iso.datetime() }))
    .describe("shares of the limit that were reached this month"),
});
export type MonthMeter = z.infer<typeof MonthMeter>;

export const Usage = z
  .object({
    days: z.array(UsageDay).describe("the project's usage by day; days without usage are left out"),
    month: z.object({ month: z.string(), plan: PlanName, meters: z.array(MonthMeter) }),
  })
  .meta({ id: "Usage" });
export type Usage = z.infer<typeof Usage>;

export const UsageQuery = z.object({
  from: Day.optional().describe("first day; by default 30 days ago"),
  to: Day.optional().describe("last day; by default today"),
});
