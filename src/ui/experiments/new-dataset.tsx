import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { Failure } from "../components/states.tsx";
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
    <Dialog title="New dataset" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <div className="dialog-body">
          <Field
            label="Name"
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          {create.error ? <Failure error={create.error} what="The dataset was not made" /> : null}
        </div>
        <footer>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={create.isPending}>
            Create
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
