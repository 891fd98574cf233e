/** Lists a graph's memory units: what wrote and read each unit, and its flags. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { LedgerFigures } from "../../protocol/api/explorer/ledger.ts";
import { LEDGER_FLAGS } from "../../protocol/api/explorer/ledger-words.ts";
import { ledgerQuery } from "../api/ledger.ts";
import { isPreparing } from "../api/request.ts";
import { GraphCrumbs } from "../components/page/crumbs.tsx";
import { useTitle } from "../components/page/page-header.tsx";
import { Empty, Failure, Loaded, Skeleton } from "../components/page/states.tsx";
import { count } from "../text/time.ts";
import { EmptySearches } from "./empty-searches.tsx";
import { ExportLedger } from "./export-ledger.tsx";
import { FLAG_WORDS } from "./flag-words.ts";
import { LedgerFilters } from "./ledger-filters.tsx";
import { type LedgerSearch, parseLedgerSearch } from "./ledger-search.ts";
import { LedgerTable } from "./ledger-table.tsx";
import { UnitPanel } from "./unit-panel.tsx";
import "./ledger.css";

const route = getRouteApi("/p/$project/graphs/$graph/ledger");
/**
 * If the service has not yet counted the latest events, the list is loaded again after this many
 * milliseconds.
 */
const LATER_MS = 10_000;

export function LedgerPage() {
  const { project, graph } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { list: _, unit, ...filter } = search;
  const query = useInfiniteQuery({
    ...ledgerQuery(project, graph, filter),
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.length === 1 && data.pages[0]?.figures.isCurrent === false ? LATER_MS : false,
  });
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const figures = pages?.[0]?.figures;
  // React must get the same function each time. With a new function, it would render all rows again
  // whenever a page arrives.
  const change = useCallback(
    (changed: Partial<Record<keyof LedgerSearch, unknown>>) =>
      navigate({
        search: (before) => parseLedgerSearch({ ...before, ...changed }),
        resetScroll: false,
      }),
    [navigate],
  );
  useTitle("Memory ledger");
  return (
    <div className="ledger-page">
      <GraphCrumbs project={project} graph={graph} />
      <header className="page-header">
        <h1>Memory ledger</h1>
        <div className="actions">
          <ExportLedger project={project} graph={graph} filter={filter} />
        </div>
      </header>
      {figures === undefined ? null : <Headline figures={figures} />}
      <LedgerFilters search={search} figures={figures} onChange={change} />
      {search.list === "searches" ? (
        <EmptySearches project={project} graph={graph} />
      ) : (
        <div className="ledger-body">
          <Loaded
            query={query}
            what="The ledger could not be loaded"
            skeleton={
              isPreparing(query.failureReason) ? (
                <Preparing {...{ project, graph }} />
              ) : (
                <Skeleton rows={12} height={32} />
              )
            }
          >
            {() =>
              rows.length === 0 ? (
                <NoUnits isFiltered={figures !== undefined && figures.units > 0} change={change} />
              ) : (
                <LedgerTable
                  {...{ project, graph, rows, search }}
                  total={figures?.matching ?? rows.length}
                  more={query.hasNextPage && !query.isFetchingNextPage}
                  onMore={() => query.fetchNextPage()}
                  onChange={change}
                />
              )
            }
          </Loaded>
          {query.isFetchNextPageError ? (
            <Failure
              error={query.error}
              what="The next units could not be loaded"
              retry={() => query.fetchNextPage()}
            />
          ) : null}
          {unit === undefined ? null : (
            <UnitPanel
              key={unit}
              {...{ project, graph, name: unit }}
              onClose={() => change({ unit: undefined })}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** Example: "1,204 units, 1,100 of them in the memory; 38 said by nobody." */
function Headline({ figures }: { figures: LedgerFigures }) {
  const flagged = LEDGER_FLAGS.filter((flag) => figures.flags[flag] > 0);
  const units = figures.units === 1 ? "1 unit" : `${count(figures.units)} units`;
  return (
    <p className="ledger-headline" role="status">
      <strong>{units}</strong>, {count(figures.held)} of them in the memory
      {flagged.length === 0
        ? "."
        : `; ${flagged
            .map((flag) => `${count(figures.flags[flag])} ${FLAG_WORDS[flag].counted}`)
            .join(", ")}.`}
      {figures.isCurrent ? null : " MemTrace is adding newer events to these figures."}
    </p>
  );
}

function Preparing({ project, graph }: { project: string; graph: string }) {
  return (
    <div className="preparing panel" role="status">
      <p>
        <strong>The memory ledger is being prepared.</strong> This graph is very large, so the
        preparation may take a minute. The page then shows the ledger automatically.
      </p>
      <progress aria-label="Preparing the ledger" />
      <p>
        Until then, look at{" "}
        <Link to="/p/$project/graphs/$graph" params={{ project, graph }}>
          the flow of the graph
        </Link>
      </p>
    </div>
  );
}

interface NoUnitsProps {
  readonly isFiltered: boolean;
  readonly change: (changed: Partial<Record<keyof LedgerSearch, unknown>>) => void;
}

function NoUnits({ isFiltered, change }: NoUnitsProps) {
  if (!isFiltered) {
    return (
      <Empty title="No memory units yet">
        <p>
          A unit appears here when a value is recorded as a memory, or when one session writes a
          value that another session reads.
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="No unit matches">
      <p>No unit of this graph matches all filters.</p>
      <button
        type="button"
        className="button"
        onClick={() =>
          change({ flags: undefined, state: undefined, writer: undefined, q: undefined })
        }
      >
        Clear the filters
      </button>
    </Empty>
  );
}
