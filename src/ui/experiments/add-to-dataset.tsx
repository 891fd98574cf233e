import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Field, Select } from "../components/form/field.tsx";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { addCases, createDataset, datasetsQuery } from "./experiments-api.ts";
import { ItemsOutcome } from "./items-outcome.tsx";

interface AddToDatasetProps {
  readonly project: string;
  readonly cases: readonly string[];
}

/** Adds the questions of cases to a dataset. */
export function AddToDataset({ project, cases }: AddToDatasetProps) {
  const [choosing, setChoosing] = useState(false);
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

const NEW = "";

function ChooseDataset(props: AddToDatasetProps & { readonly onClose: () => void }) {
  const { project, cases, onClose } = props;
  const client = useQueryClient();
  const datasets = useInfiniteQuery(datasetsQuery(project));
  const known = datasets.data?.pages.flatMap(({ items }) => items) ?? [];
  const [picked, setPicked] = useState<string>();
  const [name, setName] = useState("Wrong answers");
  const chosen = picked ?? known[0]?.id ?? NEW;
  const add = useMutation({
    mutationFn: async () => {
      const id = chosen === NEW ? (await createDataset(project, name)).id : chosen;
      return { id, outcome: await addCases(project, id, { cases: [...cases] }) };
    },
    onSuccess: () => {
      for (const key of ["datasets", "dataset", "items"])
        client.invalidateQueries({ queryKey: [project, key] });
    },
  });
  return (
    <FormDialog
      title="Add to a dataset"
      action={cases.length === 1 ? "Add the question" : `Add ${cases.length} questions`}
      change={add}
      failure="Nothing was added"
      cancel={add.data ? "Done" : "Cancel"}
      onClose={onClose}
    >
      <Select
        label="Dataset"
        value={chosen}
        options={[
          ...known.map((dataset) => ({ value: dataset.id, label: dataset.name })),
          { value: NEW, label: "A new one" },
        ]}
        onChange={setPicked}
      />
      {chosen === NEW ? (
        <Field
          label="Name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      ) : null}
      {add.data ? (
        <>
          <ItemsOutcome outcome={add.data.outcome} />
          <p>
            <Link to="/p/$project/datasets/$dataset" params={{ project, dataset: add.data.id }}>
              Open the dataset
            </Link>
          </p>
        </>
      ) : null}
    </FormDialog>
  );
}
