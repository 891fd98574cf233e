/** Lists the experiments, newest first, and the datasets. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Dataset } from "../../protocol/api/experiments.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { PagedList } from "../components/page/paged-list.tsx";
import { Empty, Loaded } from "../components/page/states.tsx";
import { CopyButton } from "../components/text/copy-button.tsx";
import { Moment } from "../components/text/moment.tsx";
import { count } from "../text/time.ts";
import { ExperimentTable } from "./experiment-table.tsx";
import { datasetsQuery, experimentsQuery } from "./experiments-api.ts";
import { NewDataset } from "./new-dataset.tsx";
import "./experiments.css";
import { ShowMore } from "../components/page/show-more.tsx";
import { WideTable } from "../components/page/wide-table.tsx";

const route = getRouteApi("/p/$project/experiments");
const COMMAND = "npx --no memtrace experiment pipeline.mjs --dataset questions.csv";

export function ExperimentsPage() {
  const { project } = route.useParams();
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const experiments = useInfiniteQuery(experimentsQuery(project));
  const datasets = useInfiniteQuery(datasetsQuery(project));
  return (
    <>
      <PageHeader title="Experiments" />
      <p className="lead-line muted">
        An experiment asks the same questions again after a change. The results show whether your
        pipeline is better than before.
      </p>
      <PagedList
        query={experiments}
        of="experiments"
        empty={
          <Empty title="No experiment yet">
            <p>
              Run your pipeline with the command below. MemTrace then shows which answers are right
              and wrong.
            </p>
            <p>
              <code>{COMMAND}</code> <CopyButton text={COMMAND} label="Copy" />
            </p>
            <p>
              <a href="/docs/experiments">How to run an experiment</a>
            </p>
          </Empty>
        }
        onOpen={({ id }) =>
          navigate({
            to: "/p/$project/experiments/$experiment",
            params: { project, experiment: id },
          })
        }
      >
        {(rows, selected) => <ExperimentTable project={project} rows={rows} selected={selected} />}
      </PagedList>
      <section className="datasets">
        <header className="page-header">
          <h2>Datasets</h2>
          <div className="actions">
            <button type="button" className="button" onClick={() => setCreating(true)}>
              New dataset
            </button>
          </div>
        </header>
        <Loaded query={datasets} what="The datasets could not be loaded">
          {({ pages }) => (
            <DatasetTable project={project} rows={pages.flatMap(({ items }) => items)} />
          )}
        </Loaded>
        <ShowMore query={datasets}>Show older datasets</ShowMore>
      </section>
      {creating ? <NewDataset project={project} onClose={() => setCreating(false)} /> : null}
    </>
  );
}

function DatasetTable({ project, rows }: { project: string; rows: readonly Dataset[] }) {
  if (rows.length === 0) {
    return (
      <p className="muted">
        There is no dataset yet. Create one to upload questions in a file, or pick cases in the list
        of cases.
      </p>
    );
  }
  return (
    <WideTable
      columns={[
        "Dataset",
        { figure: "Questions" },
        { figure: "Without a right answer" },
        "Created",
      ]}
    >
      {rows.map(({ id, name, items, withoutAnswer, createdAt }) => (
        <tr key={id}>
          <th scope="row">
            <Link
              data-row-link
              to="/p/$project/datasets/$dataset"
              params={{ project, dataset: id }}
            >
              {name}
            </Link>
          </th>
          <td className="number">{count(items)}</td>
          <td className="number">{withoutAnswer === 0 ? "–" : count(withoutAnswer)}</td>
          <td>
            <Moment iso={createdAt} />
          </td>
        </tr>
      ))}
    </WideTable>
  );
}
