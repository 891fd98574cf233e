/** The usage of projects and organizations. Days and months are in UTC. */
import * as z from "zod";
import { Meter, PlanName } from "./plans.ts";

const Count = z.number().int().min(0);
const Day = z.iso.date();

/** Maximum days of one answer: two years. */
export const MAX_USAGE_DAYS = 731;

export const UsageDay = z.object({
  day: Day,
  events: Count.describe("accepted events, each counted once"),
  bytes: Count.describe("compressed bytes that were stored for them"),
  graphs: Count.describe("new graphs"),
  cases: Count.describe("attributions that ended with a verdict"),
  deliveries: Count.describe("webhook deliveries that were received"),
  usd: z.number().min(0).describe("cost of models in dollars"),
});
export type UsageDay = z.infer<typeof UsageDay>;

export const MonthMeter = z.object({
  meter: Meter,
  used: Count.describe("of all projects of the organization, since the month began"),
  forecast: Count.describe(
    "at the end of the month, if the remaining days are like the last seven",
  ),
  limit: Count.nullable().describe("of the plan; null without a limit"),
  alerts: z
    .array(z.object({ threshold: z.number(), at: z.iso.datetime() }))
    .describe("shares of the limit that were reached this month"),
});
export type MonthMeter = z.infer<typeof MonthMeter>;

export const Usage = z
  .object({
    days: z.array(UsageDay).describe("of the project; days without use are left out"),
    month: z.object({ month: z.string(), plan: PlanName, meters: z.array(MonthMeter) }),
  })
  .meta({ id: "Usage" });
export type Usage = z.infer<typeof Usage>;

export const UsageQuery = z.object({
  from: Day.optional().describe("first day; by default 30 days ago"),
  to: Day.optional().describe("last day; by default today"),
});
