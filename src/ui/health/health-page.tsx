/**
 * Shows memory health: how many stated facts are still in memory, and which operations lost the
 * others.
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { MemoryHealth } from "../../protocol/api/explorer/health.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { Empty, Loaded } from "../components/page/states.tsx";
import { CountGraphs } from "../memory/count-graphs.tsx";
import { count, exactPercent } from "../text/time.ts";
import { Bounds } from "./bounds.tsx";
import { healthQuery } from "./health-api.ts";
import { daysOf, type HealthSearch, parseHealthSearch } from "./health-search.ts";
import { LedgerShares } from "./ledger-shares.tsx";
import { LosingSteps, LostFacts } from "./lost-facts.tsx";
import { SurvivalTable } from "./survival-table.tsx";
import { SurvivalTrend } from "./survival-trend.tsx";
import "../memory/memory.css";
import "./health.css";

const route = getRouteApi("/p/$project/health");

export function HealthPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [now] = useState(Date.now);
  const { chosen, before } = daysOf(search.period, now);
  const { system } = search;
  const filter = system === undefined ? {} : { system };
  const query = useQuery(healthQuery(project, { ...filter, ...chosen }));
  const earlier = useQuery({
    ...healthQuery(project, { ...filter, ...before }),
    enabled: before !== undefined,
  });
  const set = (change: Partial<Record<keyof HealthSearch, unknown>>) =>
    navigate({ search: parseHealthSearch({ ...search, ...change }), resetScroll: false });
  return (
    <>
      <PageHeader title="Memory health" />
      <div className="health-choices">
        <select
          className="add-filter"
          aria-label="Period"
          value={search.period ?? "all"}
          onChange={({ target }) => set({ period: target.value })}
        >
          <option value="all">All messages</option>
          <option value="7d">Messages of the last 7 days</option>
          <option value="30d">Messages of the last 30 days</option>
          <option value="90d">Messages of the last 90 days</option>
        </select>
        {system === undefined ? null : (
          <button
            type="button"
            className="flag-chip"
            aria-pressed="true"
            onClick={() => set({ system: undefined })}
          >
            {system} <span aria-hidden="true">×</span>
            <span className="visually-hidden">: show all systems</span>
          </button>
        )}
      </div>
      <Loaded query={query} what="The memory health could not be loaded">
        {(health) => (
          <>
            {health.memory.uncounted === 0 ? null : (
              <CountGraphs project={project} uncounted={health.memory.uncounted} />
            )}
            {health.survival.facts === 0 ? (
              <NoFacts isFiltered={search.period !== undefined || system !== undefined} />
            ) : (
              <Figures
                project={project}
                health={health}
                before={before === undefined ? undefined : earlier.data}
                system={system}
              />
            )}
            <Bounds project={project} />
          </>
        )}
      </Loaded>
    </>
  );
}

function NoFacts({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No fact matches">
      <p>In this period and with these filters, no message contains a fact.</p>
    </Empty>
  ) : (
    <Empty title="No facts counted yet">
      <p>
        MemTrace follows the times, numbers, names and statements of messages into the memory. A
        graph appears here after MemTrace has found the cause of its wrong answers, or after the
        graph has had no new events for ten minutes.
      </p>
      <p>
        <a href="/docs/memory#memory-health">How memory health is counted</a>
      </p>
    </Empty>
  );
}

interface FiguresProps {
  readonly project: string;
  readonly health: MemoryHealth;
  readonly before: MemoryHealth | undefined;
  readonly system: string | undefined;
}

function Figures({ project, health, before, system }: FiguresProps) {
  return (
    <div className="sections">
      <p className="ledger-headline" role="status">
        {headline(health)}
      </p>
      <Unfollowed graphs={health.memory.graphs - health.graphs} />
      <SurvivalTable health={health} before={before} />
      <section aria-label="Operations that lose facts">
        <h2>Operations that lose facts</h2>
        <LosingSteps health={health} />
      </section>
      <SurvivalTrend days={health.days} />
      <LostFacts project={project} examples={health.examples} />
      <LedgerShares project={project} system={system} shares={health.shares} />
    </div>
  );
}

function Unfollowed({ graphs }: { graphs: number }) {
  if (graphs <= 0) return null;
  return (
    <p className="muted">
      The facts of {graphs === 1 ? "1 counted graph" : `${count(graphs)} counted graphs`} are not
      included, because following them would take too much work.
    </p>
  );
}

function headline({ survival, losses, graphs }: MemoryHealth): string {
  const { facts, share } = survival;
  const of = graphs === 1 ? "1 graph" : `${count(graphs)} graphs`;
  const kept = `${exactPercent(share.value ?? 0)} of ${count(facts)} facts in ${of} are still in memory`;
  const [worst] = losses;
  if (worst === undefined) return `${kept}.`;
  return `${kept}; most losses happen at ${worst.opName} (${count(worst.facts)}).`;
}
