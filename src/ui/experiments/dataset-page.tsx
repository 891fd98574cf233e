/** Shows a dataset's questions and their origin, and the command for an experiment. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import type { Dataset } from "../../protocol/api/experiments.ts";
import { DeleteButton } from "../components/form/delete-button.tsx";
import { LoadedPage } from "../components/page/loaded-page.tsx";
import { PageHeader } from "../components/page/page-header.tsx";
import { Failure, Loaded } from "../components/page/states.tsx";
import { CopyButton } from "../components/text/copy-button.tsx";
import { count } from "../text/time.ts";
import { ExperimentTable } from "./experiment-table.tsx";
import {
  datasetQuery,
  deleteDataset,
  experimentsQuery,
  itemsQuery,
  uploadItems,
} from "./experiments-api.ts";
import { ItemTable } from "./item-table.tsx";
import { ItemsOutcome } from "./items-outcome.tsx";
import "./experiments.css";
import { Crumbs } from "../components/page/crumbs.tsx";
import { ShowMore } from "../components/page/show-more.tsx";

const route = getRouteApi("/p/$project/datasets/$dataset");

export function DatasetPage() {
  const { project, dataset } = route.useParams();
  const query = useQuery(datasetQuery(project, dataset));
  return (
    <LoadedPage query={query} project={project} list="Experiments" of="dataset">
      {(loaded) => <DatasetView project={project} dataset={loaded} />}
    </LoadedPage>
  );
}

function DatasetView({ project, dataset }: { project: string; dataset: Dataset }) {
  const { id, items, withoutAnswer } = dataset;
  const query = useInfiniteQuery(itemsQuery(project, id));
  const experiments = useInfiniteQuery(experimentsQuery(project, id));
  const ran = experiments.data?.pages.flatMap((page) => page.items) ?? [];
  const command = `npx --no memtrace experiment pipeline.mjs --dataset ${id}`;
  return (
    <>
      <Crumbs project={project} list="Experiments" here={<span>dataset</span>} />
      <PageHeader title={dataset.name}>
        <DeleteDataset project={project} dataset={dataset} />
      </PageHeader>
      <p className="muted">
        {count(items)} {items === 1 ? "question" : "questions"}
        {withoutAnswer > 0
          ? `; ${count(withoutAnswer)} have no known right answer, so only your own judge can judge them`
          : ""}
      </p>
      <p>
        <code>{command}</code> <CopyButton text={command} label="Copy" />
      </p>
      <Upload project={project} dataset={id} />
      {ran.length > 0 ? <ExperimentTable project={project} rows={ran} selected={-1} /> : null}
      <h2>Questions</h2>
      <Loaded query={query} what="The questions could not be loaded">
        {({ pages }) => (
          <ItemTable project={project} dataset={id} rows={pages.flatMap((page) => page.items)} />
        )}
      </Loaded>
      <ShowMore query={query}>Show more</ShowMore>
    </>
  );
}

function Upload({ project, dataset }: { project: string; dataset: string }) {
  const id = useId();
  const client = useQueryClient();
  const upload = useMutation({
    mutationFn: (file: File) => uploadItems(project, dataset, file),
    onSuccess: () =>
      Promise.all(
        [datasetQuery(project, dataset), itemsQuery(project, dataset)].map(({ queryKey }) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return (
    <div className="field upload">
      <label htmlFor={id}>Add questions from a file</label>
      <input
        id={id}
        type="file"
        accept=".csv,.json,.ndjson,.jsonl"
        disabled={upload.isPending}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) upload.mutate(file);
          // Clear the field. Otherwise the browser would do nothing if the person corrects the file
          // and chooses it again.
          event.target.value = "";
        }}
      />
      <p className="muted">
        NDJSON or JSON of {'{"question", "expected", "metadata"}'}, or CSV with the columns question
        and expected; other columns are metadata.
      </p>
      {upload.data ? <ItemsOutcome outcome={upload.data} /> : null}
      {upload.error ? <Failure error={upload.error} what="No questions were added" /> : null}
    </div>
  );
}

function DeleteDataset({ project, dataset }: { project: string; dataset: Dataset }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  return (
    <DeleteButton
      label="Delete"
      look="quiet"
      title={`Delete “${dataset.name}”`}
      action="Delete the dataset"
      onDelete={() => deleteDataset(project, dataset.id)}
      onDeleted={() => {
        for (const name of ["datasets", "experiments"])
          client.invalidateQueries({ queryKey: [project, name] });
        return navigate({ to: "/p/$project/experiments", params: { project } });
      }}
    >
      <p>
        This deletes the questions of the dataset and all experiments that used the dataset. You
        cannot undo this. Cases and graphs stay.
      </p>
    </DeleteButton>
  );
}
