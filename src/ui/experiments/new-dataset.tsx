import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Field } from "../components/form/field.tsx";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { createDataset, datasetsQuery } from "./experiments-api.ts";

export function NewDataset({ project, onClose }: { project: string; onClose: () => void }) {
  const [name, setName] = useState("");
  const client = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => createDataset(project, name),
    onSuccess: ({ id }) => {
      client.invalidateQueries({ queryKey: datasetsQuery(project).queryKey });
      return navigate({ to: "/p/$project/datasets/$dataset", params: { project, dataset: id } });
    },
  });
  return (
    <FormDialog
      title="New dataset"
      action="Create"
      change={create}
      failure="The dataset was not created"
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
