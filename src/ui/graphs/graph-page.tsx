import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { deleteGraph } from "../api/commands.ts";
import { casesQuery, exportAddress, graphQuery } from "../api/resources.ts";
import { CaseResult } from "../cases/case-result.tsx";
import { DeleteForGood } from "../components/form/delete-for-good.tsx";
import { Icon } from "../components/page/icon.tsx";
import { PageHeader } from "../components/page/page-header.tsx";
import { Loaded } from "../components/page/states.tsx";
import { Id } from "../components/text/id.tsx";
import { firstLine, shortenMiddle } from "../text/shorten.ts";
import { count, exactTime } from "../text/time.ts";
import { AskPanel } from "./ask/ask-panel.tsx";
import { FlowPanel } from "./flow/flow-panel.tsx";
import { GivenUp } from "./given-up.tsx";
import { VIEWS } from "./graph-search.ts";
import { MemoryPanel } from "./memory/memory-panel.tsx";
import { NewEvents } from "./new-events.tsx";
import { SearchPanel } from "./search/search-panel.tsx";
import { TokensPanel } from "./tokens/tokens-panel.tsx";
import "../case/case.css";

const route = getRouteApi("/p/$project/graphs/$graph");

export function GraphPage() {
  const { project, graph } = route.useParams();
  const query = useQuery(graphQuery(project, graph));
  return (
    <>
      <PageHeader title="Graph">
        <Link className="button" to="/p/$project/graphs/$graph/ledger" params={{ project, graph }}>
          Memory ledger
        </Link>
        <a className="button" href={exportAddress(project, graph)} download={`${graph}.json`}>
          <Icon name="download" size={14} /> Export
        </a>
        <a
          className="button"
          href={exportAddress(project, graph, "labels")}
          download={`${graph}-labelled.json`}
          title="Exports the graph as a MemTraceBench file, with the labels of its cases as annotations."
        >
          <Icon name="download" size={14} /> With labels
        </a>
      </PageHeader>
      <p className="lead-line">
        <Id id={graph} limit={60} />
      </p>
      <Loaded query={query} what="The graph could not be loaded">
        {(item) => (
          <dl className="panel facts">
            {item.replayed === null ? null : (
              <div>
                <dt>Replay of</dt>
                <dd>
                  <Link to="/p/$project/graphs/$graph" params={{ project, graph: item.replayed }}>
                    <code>{shortenMiddle(item.replayed, 40)}</code>
                  </Link>
                </dd>
              </div>
            )}
            {[
              ["User", item.user ?? "–"],
              ["Memory system", item.system ?? "–"],
              ["Sessions", count(item.sessions)],
              ["Operations", count(item.operations)],
              ["Variables", count(item.variables)],
              ["Links", count(item.links)],
              ["First arrival", exactTime(item.createdAt)],
              ["Last arrival", exactTime(item.updatedAt)],
            ].map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
      {query.data?.isGivenUp ? <GivenUp project={project} graph={graph} /> : null}
      {query.data ? <Views project={project} graph={graph} /> : null}
      {query.isSuccess ? <NewEvents key={graph} project={project} graph={graph} /> : null}
      <GraphCases project={project} graph={graph} />
      {query.isSuccess ? <DeleteGraph project={project} graph={graph} /> : null}
    </>
  );
}

const VIEW_WORDS = {
  flow: "Flow",
  memory: "Memory",
  search: "Search",
  tokens: "Tokens",
  ask: "Ask",
} as const;

interface ViewsProps {
  readonly project: string;
  readonly graph: string;
}

/** The tabs of a graph: flow, memory, search, tokens, and questions to a model. */
function Views({ project, graph }: ViewsProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const shown = search.view ?? "flow";
  return (
    <>
      <p className="segments graph-views">
        {VIEWS.map((view) => (
          <button
            key={view}
            type="button"
            aria-pressed={view === shown}
            onClick={() => navigate({ search: { ...search, view }, resetScroll: false })}
          >
            {VIEW_WORDS[view]}
          </button>
        ))}
      </p>
      {shown === "flow" ? <FlowPanel project={project} graph={graph} /> : null}
      {shown === "memory" ? <MemoryPanel project={project} graph={graph} /> : null}
      {shown === "search" ? <SearchPanel project={project} graph={graph} /> : null}
      {shown === "tokens" ? <TokensPanel project={project} graph={graph} /> : null}
      {shown === "ask" ? <AskPanel key={graph} project={project} graph={graph} /> : null}
    </>
  );
}

function DeleteGraph({ project, graph }: { project: string; graph: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <div className="after-panel">
      <DeleteForGood
        kind="graph"
        name={graph}
        onDelete={() => deleteGraph(project, graph)}
        onDeleted={async () => {
          await navigate({ to: "/p/$project/graphs", params: { project } });
          await client.invalidateQueries({ queryKey: [project] });
        }}
      >
        <p>
          This also deletes the graph's cases, with their labels, webhook deliveries and quotes in
          reports. Events that arrive later create a new graph.
        </p>
      </DeleteForGood>
    </div>
  );
}

function GraphCases({ project, graph }: { project: string; graph: string }) {
  const query = useInfiniteQuery(casesQuery(project, { graph }, () => ({ graph })));
  const cases = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section className="panel similar">
      <header className="panel-header">
        <h2>Wrong answers</h2>
        <Link to="/p/$project/cases" params={{ project }} search={{ graph, period: "all" }}>
          Open as a table
        </Link>
      </header>
      <Loaded query={query} what="The cases could not be loaded">
        {() =>
          cases.length === 0 ? (
            <p className="muted">None so far.</p>
          ) : (
            <ul>
              {cases.map((item) => (
                <li key={item.id}>
                  <CaseResult item={item} />
                  <Link to="/p/$project/cases/$case" params={{ project, case: item.id }}>
                    {firstLine(item.query, 140)}
                  </Link>
                  {item.op ? (
                    <Link
                      to="/p/$project/graphs/$graph/operations/$op"
                      params={{ project, graph, op: item.op }}
                    >
                      <code>{item.opName}</code>
                    </Link>
                  ) : null}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
