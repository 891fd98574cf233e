import type { MemoryHealth } from "../../protocol/api/explorer/health.ts";
import { AsTable } from "../components/page/as-table.tsx";
import { BarChart } from "../components/page/bar-chart.tsx";
import { count, exactPercent } from "../text/time.ts";

/**
 * Draws one bar for each day on which people sent messages. The bar shows which share of the facts
 * from this day is still in memory.
 */
export function SurvivalTrend({ days }: { days: MemoryHealth["days"] }) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || days.length < 2) return null;
  const label = `Share of the facts still in memory, by day of the message, ${first.day} to ${last.day}`;
  return (
    <section className="panel health-trend" aria-label="Trend">
      <h2>By day of the message</h2>
      <BarChart
        label={label}
        bars={days.map(({ day, facts, share }) => ({
          time: day,
          value: share.value ?? 0,
          title: `${day}: ${exactPercent(share.value ?? 0)} of ${count(facts)} facts`,
        }))}
        full={1}
      />
      <AsTable
        label="Survival by day"
        columns={["Day", { figure: "Facts" }, { figure: "Still in memory" }]}
      >
        {days.toReversed().map(({ day, facts, share }) => (
          <tr key={day}>
            <td>{day}</td>
            <td className="number">{count(facts)}</td>
            <td className="number">{share.value === null ? "–" : exactPercent(share.value)}</td>
          </tr>
        ))}
      </AsTable>
    </section>
  );
}
