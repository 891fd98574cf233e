/** Shows a benchmark's state, card and cases, and why cases were refused. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Benchmark } from "../../protocol/api/annotation/benchmarks.ts";
import { Crumbs } from "../components/page/crumbs.tsx";
import { LoadedPage } from "../components/page/loaded-page.tsx";
import { PageHeader } from "../components/page/page-header.tsx";
import { ShowMore } from "../components/page/show-more.tsx";
import { Loaded } from "../components/page/states.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { count, exactTime } from "../text/time.ts";
import { BenchmarkActions } from "./benchmark-actions.tsx";
import { BenchmarkCaseTable } from "./benchmark-case-table.tsx";
import { BenchmarkStateLabel } from "./benchmark-state-label.tsx";
import { benchmarkCasesQuery, benchmarkQuery } from "./benchmarks-api.ts";
import { CardView } from "./card-view.tsx";
import "./benchmarks.css";

const route = getRouteApi("/p/$project/benchmarks/$benchmark");

export function BenchmarkPage() {
  const { project, benchmark } = route.useParams();
  const query = useQuery(benchmarkQuery(project, benchmark));
  return (
    <LoadedPage query={query} project={project} list="Benchmarks" of="benchmark">
      {(loaded) => <BenchmarkView project={project} benchmark={loaded} />}
    </LoadedPage>
  );
}

function BenchmarkView({ project, benchmark }: { project: string; benchmark: Benchmark }) {
  const { id, name, version, split, description, state, card, lost } = benchmark;
  const query = useInfiniteQuery(benchmarkCasesQuery(project, id));
  return (
    <>
      <Crumbs project={project} list="Benchmarks" here={<span>version {version}</span>} />
      <PageHeader title={name}>
        <BenchmarkActions project={project} benchmark={benchmark} />
      </PageHeader>
      <p className="muted">
        <BenchmarkStateLabel state={state} /> · version {version} · split {split} ·{" "}
        {contentOf(benchmark)}
      </p>
      {description ? <ClampedText text={description} limit={600} /> : null}
      {lost > 0 ? (
        <p className="benchmark-warning" role="status">
          {count(lost)} {lost === 1 ? "case was" : "cases were"} deleted with the graph, so this
          version cannot be exported. Create a new version without{" "}
          {lost === 1 ? "this case" : "these cases"}.
        </p>
      ) : null}
      {card ? <CardView card={card} /> : null}
      <h2>Cases</h2>
      <Loaded query={query} what="The cases could not be loaded">
        {({ pages }) => (
          <BenchmarkCaseTable
            project={project}
            benchmark={benchmark}
            rows={pages.flatMap(({ items }) => items)}
          />
        )}
      </Loaded>
      <ShowMore query={query}>Show more cases</ShowMore>
    </>
  );
}

function contentOf({ cases, graphs, refused, unlabelled, frozenAt }: Benchmark): string {
  const parts = [
    `${count(cases)} ${cases === 1 ? "case" : "cases"} of ${count(graphs)} ${graphs === 1 ? "graph" : "graphs"}`,
    ...(unlabelled > 0
      ? [`${count(unlabelled)} without a label; cases without a label cannot be frozen`]
      : []),
    ...(refused > 0 ? [`${count(refused)} refused`] : []),
    ...(frozenAt === null ? [] : [`frozen ${exactTime(frozenAt)}`]),
  ];
  return parts.join(" · ");
}
