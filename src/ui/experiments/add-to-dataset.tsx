import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../api/may.ts";
import { AddToCollection } from "../components/form/add-to-collection.tsx";
import { count } from "../text/time.ts";
import { addCases, createDataset, datasetsQuery } from "./experiments-api.ts";
import { ItemsOutcome } from "./items-outcome.tsx";

interface AddToDatasetProps {
  readonly project: string;
  readonly cases: readonly string[];
}

export function AddToDataset({ project, cases }: AddToDatasetProps) {
  const [choosing, setChoosing] = useState(false);
  const mayAdd = useMay(project, "write");
  if (!mayAdd) return null;
  return (
    <>
      <button type="button" className="button small" onClick={() => setChoosing(true)}>
        Add to a dataset
      </button>
      {choosing ? (
        <ChooseDataset project={project} cases={cases} onClose={() => setChoosing(false)} />
      ) : null}
    </>
  );
}

function ChooseDataset(props: AddToDatasetProps & { readonly onClose: () => void }) {
  const { project, cases, onClose } = props;
  const client = useQueryClient();
  const datasets = useInfiniteQuery(datasetsQuery(project));
  return (
    <AddToCollection
      of="dataset"
      action={cases.length === 1 ? "Add the question" : `Add ${count(cases.length)} questions`}
      known={
        datasets.data?.pages.flatMap(({ items }) => items) ?? (datasets.isError ? [] : undefined)
      }
      suggested="Wrong answers"
      create={(name) => createDataset(project, name)}
      add={(id) => addCases(project, id, { cases: [...cases] })}
      onAdded={() => {
        for (const key of ["datasets", "dataset", "items"])
          client.invalidateQueries({ queryKey: [project, key] });
      }}
      onClose={onClose}
    >
      {(outcome, dataset) => (
        <>
          <ItemsOutcome outcome={outcome} />
          <p>
            <Link to="/p/$project/datasets/$dataset" params={{ project, dataset }}>
              Open the dataset
            </Link>
          </p>
        </>
      )}
    </AddToCollection>
  );
}
