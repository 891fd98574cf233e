/** Shows a graph over time: sessions with messages, and when each memory unit existed. */
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Flow } from "../../../protocol/api/explorer/flow.ts";
import { BEAD_ROLES, MAX_FLOW_LANES } from "../../../protocol/api/explorer/flow-bounds.ts";
import { flowQuery } from "../../api/graph-queries.ts";
import { casesQuery } from "../../api/resources.ts";
import { Loaded, Skeleton } from "../../components/page/states.tsx";
import { count } from "../../text/time.ts";
import type { GraphSearch } from "../graph-search.ts";
import { BeadShape } from "./bead-shape.tsx";
import { FlowDrawing } from "./flow-drawing.tsx";
import { isoRange, type TimeRange } from "./flow-scale.ts";
import { FlowTable } from "./flow-table.tsx";
import { FlowToolbar } from "./flow-toolbar.tsx";
import { SelectedMessage } from "./selected-message.tsx";
import "./flow.css";

const route = getRouteApi("/p/$project/graphs/$graph");

export function FlowPanel({ project, graph }: { project: string; graph: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { from, to, lanes, units, role } = search;
  const query = useQuery({
    ...flowQuery(project, graph, { from, to, lanes, units, roles: role }),
    placeholderData: keepPreviousData,
  });
  const change = (changed: Partial<GraphSearch>, replace = false) =>
    navigate({ search: { ...search, ...changed }, replace, resetScroll: false });
  const show = (range: TimeRange | undefined, replace = false) => {
    const times = range === undefined ? { from: undefined, to: undefined } : isoRange(range);
    return change(
      { ...times, lanes: undefined, units: undefined } as Partial<GraphSearch>,
      replace,
    );
  };
  return (
    <section className="panel flow" aria-busy={query.isPlaceholderData}>
      <Loaded
        query={query}
        what="The flow could not be loaded"
        skeleton={<Skeleton rows={10} height={18} />}
      >
        {(flow) =>
          flow.graph === null ? (
            <p className="muted">No variable has been recorded yet.</p>
          ) : (
            <>
              <FlowToolbar flow={flow} search={search} onShow={show} onChange={change} />
              <FlowLegend role={role} />
              <FlowOf
                {...{ project, graph, flow, selected: search.variable }}
                onShow={show}
                onSelect={(variable) => change({ variable })}
              />
              <Rest flow={flow} search={search} onChange={change} />
              <FlowTable project={project} graph={graph} flow={flow} />
            </>
          )
        }
      </Loaded>
      {search.variable === undefined ? null : (
        <SelectedMessage
          {...{ project, graph, variable: search.variable }}
          onClose={() => change({ variable: undefined } as Partial<GraphSearch>)}
        />
      )}
    </section>
  );
}

interface FlowOfProps {
  readonly project: string;
  readonly graph: string;
  readonly flow: Flow;
  readonly selected: string | undefined;
  readonly onShow: (range: TimeRange, replace?: boolean) => void;
  readonly onSelect: (variable: string) => void;
}

/**
 * Loads the graph's wrong answers, which are drawn as flags. The list of the graph's cases needs
 * them too. Both use the same query, so the wrong answers are loaded only once.
 */
function FlowOf(props: FlowOfProps) {
  const { project, graph } = props;
  const cases = useInfiniteQuery(casesQuery(project, { graph }, () => ({ graph })));
  const flags = cases.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <FlowDrawing {...props} flags={flags} />
      {cases.hasNextPage ? (
        <p className="muted">Only the latest {count(flags.length)} wrong answers have a flag.</p>
      ) : null}
    </>
  );
}

function FlowLegend({ role }: { role: GraphSearch["role"] }) {
  const shown = BEAD_ROLES.filter((each) => role === undefined || each === role);
  return (
    <ul className="flow-legend muted">
      {shown.map((each) => (
        <li key={each} data-role={each}>
          <svg width={12} height={12} viewBox="-6 -6 12 12" aria-hidden="true">
            <BeadShape role={each} />
          </svg>{" "}
          {each}
        </li>
      ))}
      <li>▏unit written</li>
      <li>· unit read</li>
      <li>× removed</li>
      <li>⇢ replaced</li>
      <li className="bad">⚑ wrong answer</li>
    </ul>
  );
}

interface RestProps {
  readonly flow: Flow;
  readonly search: GraphSearch;
  readonly onChange: (changed: Partial<GraphSearch>) => void;
}

/**
 * Says which rows are drawn, for example "Sessions 1 to 40 of 90". Two buttons go to the previous
 * and the next rows.
 */
function Rest({ flow, search, onChange }: RestProps) {
  const rows = [
    ["lanes", "Sessions", flow.lanes.length, flow.counts.lanes],
    ["units", "Units", flow.lives.length, flow.counts.units],
  ] as const;
  return rows.map(([kind, name, drawn, total]) => {
    const first = search[kind] ?? 0;
    if (total <= MAX_FLOW_LANES && first === 0) return null;
    const move = (by: number) =>
      onChange({ [kind]: Math.max(0, first + by) || undefined } as Partial<GraphSearch>);
    return (
      <p key={kind} className="flow-rest muted">
        {name} {count(Math.min(first + 1, total))} to {count(first + drawn)} of {count(total)} in
        this time
        <button
          type="button"
          className="button small"
          disabled={first === 0}
          onClick={() => move(-MAX_FLOW_LANES)}
        >
          Previous
        </button>
        <button
          type="button"
          className="button small"
          disabled={first + drawn >= total}
          onClick={() => move(MAX_FLOW_LANES)}
        >
          Next
        </button>
      </p>
    );
  });
}
