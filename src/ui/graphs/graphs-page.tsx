import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { GraphSummary } from "../../protocol/api/api.ts";
import { useMay } from "../api/may.ts";
import { graphsQuery } from "../api/resources.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { PagedList } from "../components/page/paged-list.tsx";
import { Empty } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { Moment } from "../components/text/moment.tsx";
import { shortenMiddle } from "../text/shorten.ts";
import { count } from "../text/time.ts";
import { ImportDialog } from "./import/import-dialog.tsx";

const route = getRouteApi("/p/$project/graphs");

export function GraphsPage() {
  const { project } = route.useParams();
  const navigate = useNavigate();
  const query = useInfiniteQuery(graphsQuery(project));
  const mayImport = useMay(project, "ingest");
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <PageHeader title="Graphs">
        {mayImport ? (
          <button type="button" className="button" onClick={() => setImporting(true)}>
            Import files
          </button>
        ) : null}
      </PageHeader>
      {isImporting ? <ImportDialog project={project} onClose={() => setImporting(false)} /> : null}
      <p className="lead-line muted">
        A graph is the recorded history of one memory store. Usually, a store belongs to one end
        user.
      </p>
      <PagedList
        query={query}
        of="graphs"
        more="Show more"
        empty={
          <Empty title="No graphs yet">
            <p>A graph appears with its first event. You can also import graph files.</p>
            <p>
              <a href="/docs/concepts/evolution-graph">What a graph is</a>
            </p>
          </Empty>
        }
        onOpen={({ id }) =>
          navigate({ to: "/p/$project/graphs/$graph", params: { project, graph: id } })
        }
      >
        {(graphs, selected) => <GraphTable project={project} graphs={graphs} selected={selected} />}
      </PagedList>
    </>
  );
}

interface GraphTableProps {
  readonly project: string;
  readonly graphs: readonly GraphSummary[];
  /** Index of the row that the keyboard selected. */
  readonly selected: number;
}

function GraphTable({ project, graphs, selected }: GraphTableProps) {
  return (
    <WideTable
      columns={[
        "Graph",
        "User",
        "System",
        { figure: "Sessions" },
        { figure: "Operations" },
        { figure: "Variables" },
        { figure: "Cases" },
        "Last arrival",
      ]}
    >
      {graphs.map((graph, index) => (
        <tr key={graph.id} data-selected={index === selected}>
          <th scope="row">
            <Link
              data-row-link
              to="/p/$project/graphs/$graph"
              params={{ project, graph: graph.id }}
              title={graph.id}
            >
              <code>{shortenMiddle(graph.id, 40)}</code>
            </Link>
            {graph.replayed === null ? null : (
              <span className="tag" title={`A replay of ${graph.replayed}`}>
                replay
              </span>
            )}
          </th>
          <td>{graph.user ?? "–"}</td>
          <td>{graph.system ?? "–"}</td>
          <td className="number">{count(graph.sessions)}</td>
          <td className="number">{count(graph.operations)}</td>
          <td className="number">{count(graph.variables)}</td>
          <td className="number">{count(graph.cases)}</td>
          <td>
            <Moment iso={graph.updatedAt} />
          </td>
        </tr>
      ))}
    </WideTable>
  );
}
