/** Shows the memory at a chosen time, or its changes between two times. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { DifferenceView } from "../../../protocol/api/graph-queries.ts";
import { changesQuery, flowQuery, storeQuery } from "../../api/graph-queries.ts";
import { ShowMore } from "../../components/page/show-more.tsx";
import { Loaded } from "../../components/page/states.tsx";
import { ClampedText } from "../../components/text/clamped-text.tsx";
import { ChangedText } from "../../components/text/text-diff.tsx";
import { textInside } from "../../text/recorded-text.ts";
import { clockFor, count } from "../../text/time.ts";
import { VariableLink } from "../../variable/variable-link.tsx";
import type { GraphSearch } from "../graph-search.ts";
import { MomentSlider } from "./moment-slider.tsx";
import "./memory.css";

const route = getRouteApi("/p/$project/graphs/$graph");

interface MemoryPanelProps {
  readonly project: string;
  readonly graph: string;
}

export function MemoryPanel({ project, graph }: MemoryPanelProps) {
  const { from, to, lanes, units, role } = route.useSearch();
  const query = useQuery(flowQuery(project, graph, { from, to, lanes, units, roles: role }));
  return (
    <section className="panel memory">
      <header className="panel-header">
        <h2>The memory at a moment</h2>
      </header>
      <Loaded query={query} what="The times of the graph could not be loaded">
        {({ graph: times }) =>
          times === null ? (
            <p className="muted">No variable has been recorded yet.</p>
          ) : (
            <MemoryAt project={project} graph={graph} times={times} />
          )
        }
      </Loaded>
    </section>
  );
}

interface MemoryAtProps extends MemoryPanelProps {
  /** Times of the graph's first and last record. */
  readonly times: { readonly from: string; readonly to: string };
}

function MemoryAt({ project, graph, times }: MemoryAtProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { at, against } = search;
  const change = (changed: Partial<GraphSearch>) =>
    navigate({ search: { ...search, ...changed }, replace: true, resetScroll: false });
  const range = { from: Date.parse(times.from), to: Date.parse(times.to) };
  const told = clockFor(range.to - range.from);
  return (
    <>
      <div className="moments">
        <MomentSlider
          label="Moment"
          range={range}
          value={at ?? times.to}
          onChange={(moment) => change({ at: moment })}
        />
        {against === undefined ? (
          <button
            type="button"
            className="button small"
            onClick={() => change({ against: times.from })}
          >
            Compare with an earlier moment
          </button>
        ) : (
          <>
            <MomentSlider
              label="Compared with"
              range={range}
              value={against}
              onChange={(moment) => change({ against: moment })}
            />
            <button
              type="button"
              className="button small"
              onClick={() => change({ against: undefined } as Partial<GraphSearch>)}
            >
              Do not compare
            </button>
          </>
        )}
      </div>
      {against === undefined ? (
        <Store {...{ project, graph, at, told }} />
      ) : (
        <Changes {...{ project, graph, told }} {...inOrder(against, at ?? times.to)} />
      )}
    </>
  );
}

function inOrder(a: string, b: string): { from: string; to: string } {
  return Date.parse(a) <= Date.parse(b) ? { from: a, to: b } : { from: b, to: a };
}

interface StoreProps {
  readonly project: string;
  readonly graph: string;
  /** If undefined, shows the latest state. */
  readonly at: string | undefined;
  readonly told: (iso: string) => string;
}

function Store({ project, graph, at, told }: StoreProps) {
  const query = useInfiniteQuery(storeQuery(project, graph, at));
  const units = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <Loaded query={query} what="The memory could not be loaded">
        {() =>
          units.length === 0 ? (
            <p className="muted">The memory contained no unit at this moment.</p>
          ) : (
            <>
              <p className="muted">
                {query.hasNextPage
                  ? `The first ${count(units.length)} units`
                  : sayUnits(units.length)}
              </p>
              <ul className="units">
                {units.map((unit) => (
                  <li key={unit.id}>
                    <p>
                      <VariableLink project={project} graph={graph} variable={unit.id} />{" "}
                      <span className="muted">{told(unit.at)}</span>
                    </p>
                    <ClampedText text={textInside(unit.value)} limit={400} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      <ShowMore query={query}>Show more units</ShowMore>
    </>
  );
}

const sayUnits = (units: number): string => `${count(units)} ${units === 1 ? "unit" : "units"}`;

const WORDS = { added: "Added", changed: "Changed", removed: "Removed" } as const;

interface ChangesProps extends Omit<StoreProps, "at"> {
  readonly from: string;
  readonly to: string;
}

function Changes({ project, graph, from, to, told }: ChangesProps) {
  const query = useInfiniteQuery(changesQuery(project, graph, from, to));
  const changes = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <p className="muted">
        From {told(from)} to {told(to)}
      </p>
      <Loaded query={query} what="The two moments could not be compared">
        {() =>
          changes.length === 0 ? (
            <p className="muted">The memory contained the same units at both moments.</p>
          ) : (
            <ul className="units">
              {changes.map((entry) => (
                <li key={`${entry.before} ${entry.after}`} data-change={entry.change}>
                  <Change project={project} graph={graph} entry={entry} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <ShowMore query={query}>Show more changes</ShowMore>
    </>
  );
}

function Change(props: { project: string; graph: string; entry: DifferenceView }) {
  const { project, graph, entry } = props;
  const { change, before, after, parts, value } = entry;
  const shown = [before, after].flatMap((id) => id ?? []);
  return (
    <>
      <p>
        <strong>{WORDS[change]}</strong>{" "}
        {shown.map((id, place) => (
          <span key={id}>
            {place === 0 ? "" : " → "}
            <VariableLink project={project} graph={graph} variable={id} />
          </span>
        ))}
      </p>
      {parts === null ? (
        <ClampedText text={value ?? ""} limit={400} />
      ) : (
        <ChangedText parts={parts} />
      )}
    </>
  );
}
