/**
 * Shows the memory of all graphs of a project: numbers of units and flags, and one row per graph.
 */
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { LEDGER_FLAGS } from "../../protocol/api/explorer/ledger-words.ts";
import type { MemoryFigures } from "../../protocol/api/explorer/memory.ts";
import { memoryQuery } from "../api/ledger.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { ShowMore } from "../components/page/show-more.tsx";
import { Empty, Loaded } from "../components/page/states.tsx";
import { FLAG_WORDS } from "../ledger/flag-words.ts";
import { count } from "../text/time.ts";
import { CountGraphs } from "./count-graphs.tsx";
import { type MemorySearch, parseMemorySearch } from "./memory-search.ts";
import { MemoryTable } from "./memory-table.tsx";
import "../ledger/ledger.css";
import "./memory.css";

const route = getRouteApi("/p/$project/memory");

export function MemoryPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery({
    ...memoryQuery(project, search),
    placeholderData: (before) => before,
  });
  const graphs = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const figures = query.data?.pages[0]?.figures;
  const change = (changed: Partial<Record<keyof MemorySearch, unknown>>) =>
    navigate({ search: (before) => parseMemorySearch({ ...before, ...changed }) });
  const isFiltered = search.flag !== undefined || search.system !== undefined;
  return (
    <>
      <PageHeader title="Memory" />
      {figures === undefined ? null : (
        <>
          <Headline figures={figures} />
          <div className="ledger-filters">
            <FlagChips figures={figures} search={search} onChange={change} />
            {search.system === undefined ? null : (
              <button
                type="button"
                className="flag-chip"
                aria-pressed="true"
                onClick={() => change({ system: undefined })}
              >
                {search.system} <span aria-hidden="true">×</span>
                <span className="visually-hidden">: show all systems</span>
              </button>
            )}
          </div>
          {figures.uncounted === 0 ? null : (
            <CountGraphs project={project} uncounted={figures.uncounted} />
          )}
        </>
      )}
      <Loaded query={query} what="The memory could not be loaded">
        {() =>
          graphs.length > 0 ? (
            <MemoryTable project={project} graphs={graphs} onChange={change} />
          ) : isFiltered ? (
            <Empty title="No graph matches">
              <p>
                MemTrace found no graph that matches the filters. Graphs whose memory was not
                counted yet are not searched.
              </p>
              <button
                type="button"
                className="button"
                onClick={() => change({ flag: undefined, system: undefined })}
              >
                Clear the filters
              </button>
            </Empty>
          ) : (
            <Empty title="No memory counted yet">
              <p>
                A graph appears here after MemTrace has found the cause of its wrong answers, or
                after the graph has had no new events for ten minutes.
              </p>
              <p>
                <a href="/docs/memory">What the memory page shows</a>
              </p>
            </Empty>
          )
        }
      </Loaded>
      <ShowMore query={query}>Show more</ShowMore>
    </>
  );
}

function Headline({ figures }: { figures: MemoryFigures }) {
  const { graphs, units, held, wrong, emptySearches } = figures;
  return (
    <p className="ledger-headline" role="status">
      <strong>{units === 1 ? "1 unit" : `${count(units)} units`}</strong> in{" "}
      {graphs === 1 ? "1 graph" : `${count(graphs)} graphs`}, {count(held)} of them in the memory;{" "}
      {count(wrong)} caused wrong answers. Searches that found nothing: {count(emptySearches)}.
    </p>
  );
}

interface FlagChipsProps {
  readonly figures: MemoryFigures;
  readonly search: MemorySearch;
  readonly onChange: (changed: Partial<Record<keyof MemorySearch, unknown>>) => void;
}

function FlagChips({ figures, search, onChange }: FlagChipsProps) {
  return (
    <fieldset className="flag-chips" aria-label="Only graphs that have a unit with this flag">
      {LEDGER_FLAGS.filter((flag) => figures.flags[flag] > 0 || search.flag === flag).map(
        (flag) => (
          <button
            key={flag}
            type="button"
            className="flag-chip"
            aria-pressed={search.flag === flag}
            title={FLAG_WORDS[flag].how}
            onClick={() => onChange({ flag: search.flag === flag ? undefined : flag })}
          >
            {FLAG_WORDS[flag].name} <b>{count(figures.flags[flag])}</b>
          </button>
        ),
      )}
    </fieldset>
  );
}
