/** Lists variables that this variable was made from, and variables made from it. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { WalkStep } from "../../protocol/api/graph-queries.ts";
import { walkQuery } from "../api/graph-queries.ts";
import { Field, Select } from "../components/form/field.tsx";
import { ShowMore } from "../components/page/show-more.tsx";
import { Loaded } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { exactTime } from "../text/time.ts";
import { OperationLink, VariableLink } from "./variable-link.tsx";
import { DIRECTIONS, MAX_HOPS, type VariableSearch } from "./variable-search.ts";
import type { VariableViewProps } from "./variable-view.ts";

const route = getRouteApi("/p/$project/graphs/$graph/variables/$variable");

const DIRECTION_WORDS = { backward: "Backward", forward: "Forward", both: "Both" } as const;
const HOPS = Array.from({ length: MAX_HOPS }, (_, index) => ({
  value: `${index + 1}`,
  label: `${index + 1}`,
}));
const ALL_HOPS = { value: "0", label: "All" };

export function Neighbours({ project, graph, item }: VariableViewProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { direction = "both", hops = 1, category } = search;
  const change = (changed: Partial<VariableSearch>) =>
    navigate({ search: { ...search, ...changed }, replace: true, resetScroll: false });
  const filter = { direction, hops: hops === 0 ? undefined : hops, category };
  const query = useInfiniteQuery(walkQuery(project, graph, item.id, filter));
  const steps = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const found = steps.filter(({ variable }) => variable.id !== item.id);
  return (
    <section>
      <h2 className="section-title">Neighbours</h2>
      <div className="neighbour-filter">
        <span className="segments">
          {DIRECTIONS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === direction}
              onClick={() => change({ direction: each })}
            >
              {DIRECTION_WORDS[each]}
            </button>
          ))}
        </span>
        <Select
          label="Links away"
          value={`${hops}`}
          options={[...HOPS, ALL_HOPS]}
          onChange={(value) => change({ hops: Number(value) })}
        />
        <Field
          key={category}
          label="Category"
          defaultValue={category ?? ""}
          onBlur={({ target }) => change({ category: target.value || undefined })}
          onKeyDown={({ key, currentTarget }) => {
            if (key === "Enter") change({ category: currentTarget.value || undefined });
          }}
        />
      </div>
      <Loaded query={query} what="The neighbours could not be loaded">
        {() =>
          found.length === 0 ? (
            <p className="muted">
              {category === undefined
                ? "This variable has no neighbour in the chosen direction."
                : "No neighbour within this distance has this category."}
            </p>
          ) : (
            <WideTable columns={[{ figure: "Links" }, "Variable", "Category", "By", "Recorded"]}>
              {found.map((step) => (
                <NeighbourRow key={step.variable.id} project={project} graph={graph} step={step} />
              ))}
            </WideTable>
          )
        }
      </Loaded>
      <ShowMore query={query}>Show more neighbours</ShowMore>
    </section>
  );
}

function NeighbourRow(props: { project: string; graph: string; step: WalkStep }) {
  const { project, graph, step } = props;
  const { variable, depth, links } = step;
  const [link] = links;
  return (
    <tr>
      <td className="number">{depth ?? "–"}</td>
      <th scope="row">
        <VariableLink project={project} graph={graph} variable={variable.id} />
      </th>
      <td>{variable.category ?? "–"}</td>
      <td>
        {link === undefined ? (
          "–"
        ) : (
          <OperationLink project={project} graph={graph} op={link.op} name={link.opName} />
        )}
      </td>
      <td>{exactTime(variable.at)}</td>
    </tr>
  );
}
