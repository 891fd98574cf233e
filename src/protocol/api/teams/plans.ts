/** An organization's limits per calendar month (UTC). Null means no limit. */
import * as z from "zod";

export const METERS = ["events", "bytes", "graphs", "cases", "deliveries"] as const;
export const Meter = z.enum(METERS);
export type Meter = z.infer<typeof Meter>;

/**
 * At the limit of one of these meters, the service accepts no more events. At the limit of any
 * other meter, it only sends alerts.
 */
export const ENFORCED_METERS: readonly Meter[] = ["events", "bytes", "graphs"];

/**
 * The service sends an alert when the usage reaches one of these shares of a limit. Each share
 * gives at most one alert a month.
 */
export const THRESHOLDS = [0.5, 0.8, 1] as const;

export type PlanLimits = Readonly<Record<Meter, number | null>>;

const GIGABYTE = 1_000_000_000;

export const PLANS = {
  unlimited: { events: null, bytes: null, graphs: null, cases: null, deliveries: null },
  free: {
    ...{ events: 1_000_000, bytes: 5 * GIGABYTE, graphs: 20_000 },
    ...{ cases: 5_000, deliveries: 50_000 },
  },
  team: {
    ...{ events: 50_000_000, bytes: 250 * GIGABYTE, graphs: 1_000_000 },
    ...{ cases: 250_000, deliveries: 2_500_000 },
  },
} as const satisfies Readonly<Record<string, PlanLimits>>;

export type PlanName = keyof typeof PLANS;
const PLAN_NAMES = Object.keys(PLANS) as [PlanName, ...PlanName[]];
export const PlanName = z.enum(PLAN_NAMES);
