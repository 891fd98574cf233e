import { totalOf } from "../../../database/usage/usage-repository.ts";
import { METERS, PLANS } from "../../../protocol/api/teams/plans.ts";
import { MAX_USAGE_DAYS } from "../../../protocol/api/teams/usage.ts";
import { showUsage as declaration } from "../../../protocol/routes/teams/usage.ts";
import { monthEndForecast } from "../../../statistics/month-end-forecast.ts";
import { ApiError } from "../../errors.ts";
import { operation, router } from "../../route.ts";

const DAY_MS = 24 * 3_600_000;
const DEFAULT_DAYS = 30;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export const showUsage = router().openapi(operation(declaration), async (c) => {
  const services = c.get("services");
  const now = services.now();
  const { to = dayOf(now), from = dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS) } =
    c.req.valid("query");
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (length < 1 || length > MAX_USAGE_DAYS) {
    throw new ApiError(
      "invalid_request",
      `from: must be at most ${MAX_USAGE_DAYS - 1} days before to, and not after it.`,
    );
  }
  const { usage } = c.get("project");
  const month = dayOf(now).slice(0, "2026-03".length);
  const [days, organization] = await Promise.all([
    usage.days(from, to),
    usage.ofOrganization(month),
  ]);
  const plan = organization.plan ?? services.defaultPlan;
  const used = totalOf(organization.days);
  const meters = METERS.map((meter) => ({
    ...{ meter, used: used[meter], limit: PLANS[plan][meter] },
    forecast: monthEndForecast(
      organization.days.map((each) => ({ day: each.day, used: each[meter] })),
      now,
    ),
    alerts: organization.alerts
      .filter((alert) => alert.meter === meter)
      .map(({ percent, at }) => ({ threshold: percent / 100, at: new Date(at).toISOString() })),
  }));
  return c.json({ days, month: { month, plan, meters } }, 200);
});
