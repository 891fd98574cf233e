/** Lists the project's benchmarks, newest first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Benchmark } from "../../protocol/api/annotation/benchmarks.ts";
import { useMay } from "../api/may.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { PagedList } from "../components/page/paged-list.tsx";
import { Empty } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { Moment } from "../components/text/moment.tsx";
import { count } from "../text/time.ts";
import { BenchmarkStateLabel } from "./benchmark-state-label.tsx";
import { benchmarksQuery } from "./benchmarks-api.ts";
import { NewBenchmark } from "./new-benchmark.tsx";
import "./benchmarks.css";

const route = getRouteApi("/p/$project/benchmarks");

export function BenchmarksPage() {
  const { project } = route.useParams();
  const navigate = useNavigate();
  const mayCreate = useMay(project, "write");
  const [creating, setCreating] = useState(false);
  const query = useInfiniteQuery(benchmarksQuery(project));
  return (
    <>
      <PageHeader title="Benchmarks">
        {mayCreate ? (
          <button type="button" className="button primary" onClick={() => setCreating(true)}>
            New benchmark
          </button>
        ) : null}
      </PageHeader>
      <p className="lead-line muted">
        A benchmark contains labelled cases, frozen with their graphs. You can export a frozen
        benchmark in the format of MemTraceBench.{" "}
        <Link to="/p/$project/annotation-errors" params={{ project }}>
          Suspected annotation errors
        </Link>{" "}
        are questions whose expected answer or evidence is probably wrong.
      </p>
      <PagedList
        query={query}
        of="benchmarks"
        empty={
          <Empty title="No benchmark yet">
            <p>
              Pick labelled cases in the{" "}
              <Link to="/p/$project/cases" params={{ project }}>
                list of cases
              </Link>{" "}
              and add them to a benchmark.
            </p>
            <p>
              <a href="/docs/benchmarks">How benchmarks work</a>
            </p>
          </Empty>
        }
        onOpen={({ id }) =>
          navigate({ to: "/p/$project/benchmarks/$benchmark", params: { project, benchmark: id } })
        }
      >
        {(rows, selected) => <BenchmarkTable project={project} rows={rows} selected={selected} />}
      </PagedList>
      {creating ? <NewBenchmark project={project} onClose={() => setCreating(false)} /> : null}
    </>
  );
}

interface BenchmarkTableProps {
  readonly project: string;
  readonly rows: readonly Benchmark[];
  readonly selected: number;
}

function BenchmarkTable({ project, rows, selected }: BenchmarkTableProps) {
  return (
    <WideTable
      className="benchmark-table"
      columns={[
        "Benchmark",
        { figure: "Version" },
        "Split",
        "State",
        { figure: "Cases" },
        { figure: "Refused" },
        "Created",
      ]}
    >
      {rows.map(({ id, name, version, split, state, cases, refused, createdAt }, index) => (
        <tr key={id} data-selected={index === selected}>
          <th scope="row">
            <Link
              data-row-link
              to="/p/$project/benchmarks/$benchmark"
              params={{ project, benchmark: id }}
            >
              {name}
            </Link>
          </th>
          <td className="number">{version}</td>
          <td>{split}</td>
          <td>
            <BenchmarkStateLabel state={state} />
          </td>
          <td className="number">{count(cases)}</td>
          <td className="number">{refused === 0 ? "–" : count(refused)}</td>
          <td>
            <Moment iso={createdAt} />
          </td>
        </tr>
      ))}
    </WideTable>
  );
}
