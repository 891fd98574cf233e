import type { MonthMeter, Usage } from "../../protocol/api/teams/usage.ts";
import { WideTable } from "../components/page/wide-table.tsx";
import { percent } from "../text/time.ts";
import { amountText, METER_WORDS } from "./meter-words.ts";

/** Shows how much of its plan's limits the organization used this month. */
export function PlanUse({ month }: { month: Usage["month"] }) {
  const over = month.meters.find(({ used, limit }) => limit !== null && used >= limit);
  const near = month.meters.find(({ forecast, limit }) => limit !== null && forecast >= limit);
  return (
    <section className="plan-use" aria-label="This month">
      <p className="lead-line">{sentence(month.plan, over, near)}</p>
      <WideTable
        className="usage-table"
        columns={[
          `${month.month}, all projects`,
          { figure: "Used" },
          { figure: "Expected at the end of the month" },
          { figure: "Limit" },
          { figure: "Share" },
        ]}
      >
        {month.meters.map(({ meter, used, forecast, limit }) => (
          <tr key={meter}>
            <th scope="row">{METER_WORDS[meter]}</th>
            <td className="number">{amountText(meter, used)}</td>
            <td className="number">{amountText(meter, forecast)}</td>
            <td className="number">{limit === null ? "none" : amountText(meter, limit)}</td>
            <td className="number">{limit === null ? "–" : percent(used / limit)}</td>
          </tr>
        ))}
      </WideTable>
    </section>
  );
}

function sentence(plan: string, over: MonthMeter | undefined, near: MonthMeter | undefined) {
  if (plan === "unlimited") return "Your plan has no limits.";
  if (over)
    return `Your organization has reached the limit of ${METER_WORDS[over.meter].toLowerCase()} in the plan "${plan}".`;
  if (near) {
    return `If use goes on like this, your organization will reach the limit of ${METER_WORDS[near.meter].toLowerCase()} in the plan "${plan}" this month.`;
  }
  return `Your organization is within the limits of the plan "${plan}".`;
}
