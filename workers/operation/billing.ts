import { stripe } from "../../src/billing/stripe.ts";
import type { Database } from "../../src/database/database.ts";
import { BillingRepository } from "../../src/database/usage/billing-repository.ts";
import type { BillingDeps } from "../../src/jobs/billing/report-usage.ts";
import { Meter } from "../../src/protocol/api/teams/plans.ts";
import type { Bindings } from "../env.ts";
import { now } from "./clock.ts";

/**
 * Null if the installation has no billing system.
 * @throws Error if the configuration names an unknown meter
 */
export function billingDepsOf(env: Bindings, database: Database): BillingDeps | null {
  if (!env.BILLING_API_URL) return null;
  return {
    events: new BillingRepository(database),
    system: stripe<AbortSignal>({
      ...{ url: env.BILLING_API_URL, key: env.BILLING_API_KEY ?? "" },
      fetch: (url, request) => fetch(url, request),
      timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    }),
    meters: metersIn(env.BILLING_METERS ?? ""),
    now,
    random: Math.random,
  };
}

function metersIn(named: string): Meter[] {
  const names = named.split(",").map((name) => name.trim());
  return names.map((name) => {
    const meter = Meter.safeParse(name);
    if (meter.success) return meter.data;
    throw new Error(
      `BILLING_METERS names ${name || "nothing"}; name some of ${Meter.options.join(", ")}.`,
    );
  });
}
