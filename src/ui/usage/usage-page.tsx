/** Shows usage per day or month, and how much of its plan the organization used. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { UsageDay } from "../../protocol/api/teams/usage.ts";
import { csvLine } from "../../protocol/json/csv-line.ts";
import { AsTable } from "../components/page/as-table.tsx";
import { BarChart } from "../components/page/bar-chart.tsx";
import { DownloadFile } from "../components/page/download-file.tsx";
import { PageHeader } from "../components/page/page-header.tsx";
import { Loaded } from "../components/page/states.tsx";
import { TeamTabs } from "../people/team-tabs.tsx";
import { amountText, METER_WORDS } from "./meter-words.ts";
import { PlanUse } from "./plan-use.tsx";
import { usageQuery } from "./usage-api.ts";
import { barsOf, type DayUse } from "./usage-bars.ts";
import {
  PERIOD_DAYS,
  parseUsageSearch,
  SHOWN,
  type Shown,
  type UsageSearch,
} from "./usage-search.ts";
import "./usage.css";

const route = getRouteApi("/p/$project/usage");

export function UsagePage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { period = "30d", by = "day", show = "events" } = search;
  const set = (change: Record<keyof UsageSearch, unknown> | Partial<UsageSearch>) =>
    navigate({ search: parseUsageSearch({ ...search, ...change }), resetScroll: false });
  const query = useQuery(usageQuery(project, search));
  return (
    <>
      <PageHeader title="Usage">
        <DownloadFile name="usage.csv" load={async () => daysAsCsv(query.data?.days ?? [])}>
          Export CSV
        </DownloadFile>
      </PageHeader>
      <TeamTabs project={project} />
      <Loaded query={query} what="The usage could not be loaded">
        {({ days, month }) => (
          <>
            <PlanUse month={month} />
            <section className="panel usage-trend" aria-label="Trend">
              <h2>{METER_WORDS[show]} of this project</h2>
              <div className="usage-choices">
                <select
                  className="add-filter"
                  aria-label="Show"
                  value={show}
                  onChange={({ target }) =>
                    set({ show: SHOWN.find((each) => each === target.value) })
                  }
                >
                  {SHOWN.map((each) => (
                    <option key={each} value={each}>
                      {METER_WORDS[each]}
                    </option>
                  ))}
                </select>
                <select
                  className="add-filter"
                  aria-label="Period"
                  value={period}
                  onChange={({ target }) =>
                    set(parseUsageSearch({ ...search, period: target.value }))
                  }
                >
                  <option value="30d">Last 30 days</option>
                  <option value="90d">Last 90 days</option>
                  <option value="1y">Last year</option>
                  <option value="2y">Last two years</option>
                </select>
                <select
                  className="add-filter"
                  aria-label="By"
                  value={by}
                  onChange={({ target }) => set(parseUsageSearch({ ...search, by: target.value }))}
                >
                  <option value="day">By day</option>
                  <option value="month">By month</option>
                </select>
              </div>
              <Trend
                show={show}
                bars={barsOf(days, show, by, { length: PERIOD_DAYS[period], until: Date.now() })}
              />
            </section>
          </>
        )}
      </Loaded>
    </>
  );
}

function Trend({ show, bars }: { show: Shown; bars: readonly DayUse[] }) {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const first = bars[0]?.time ?? "";
  const last = bars.at(-1)?.time ?? "";
  const summary = `${amountText(show, total)} from ${first} to ${last}; highest bar: ${amountText(show, most)}.`;
  return (
    <>
      <p className="muted">{summary}</p>
      <BarChart
        label={`${METER_WORDS[show]}: ${summary}`}
        bars={bars.map((bar) => ({ ...bar, title: `${bar.time}: ${amountText(show, bar.value)}` }))}
        full={most}
      />
      <AsTable label="Use over time" columns={["Time", { figure: METER_WORDS[show] }]}>
        {bars.toReversed().map(({ time, value }) => (
          <tr key={time}>
            <td>{time}</td>
            <td className="number">{amountText(show, value)}</td>
          </tr>
        ))}
      </AsTable>
    </>
  );
}

function daysAsCsv(days: readonly UsageDay[]): string {
  const lines = days.map((day) => csvLine([day.day, ...SHOWN.map((show) => day[show])]));
  return [["day", ...SHOWN].join(","), ...lines, ""].join("\r\n");
}
