import type { MemoryHealth } from "../../protocol/api/explorer/health.ts";
import { AsTable } from "../components/page/as-table.tsx";
import { count, exactPercent } from "../text/time.ts";

const WIDTH = 720;
const HEIGHT = 120;

/** One bar per day with messages: its height is the share of the facts that the memory kept. */
export function SurvivalTrend({ days }: { days: MemoryHealth["days"] }) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || days.length < 2) return null;
  const width = WIDTH / days.length;
  const label = `Share of the facts still in memory, by day of the message, ${first.day} to ${last.day}`;
  return (
    <section className="panel health-trend" aria-label="Trend">
      <h2>By day of the message</h2>
      <svg
        className="health-bars"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {days.map(({ day, facts, share }, index) => {
          const height = (share.value ?? 0) * HEIGHT;
          return (
            <rect
              key={day}
              x={index * width}
              y={HEIGHT - height}
              width={Math.max(0.5, width * 0.8)}
              height={height}
            >
              <title>{`${day}: ${exactPercent(share.value ?? 0)} of ${count(facts)} facts`}</title>
            </rect>
          );
        })}
      </svg>
      <div className="health-ends muted">
        <span>{first.day}</span>
        <span>{last.day}</span>
      </div>
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
