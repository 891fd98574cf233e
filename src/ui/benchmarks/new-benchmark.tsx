import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Field } from "../components/form/field.tsx";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { createBenchmark, refreshBenchmarks } from "./benchmarks-api.ts";

export function NewBenchmark({ project, onClose }: { project: string; onClose: () => void }) {
  const [name, setName] = useState("");
  const [split, setSplit] = useState("test");
  const [description, setDescription] = useState("");
  const client = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => createBenchmark(project, { name, split, description }),
    onSuccess: ({ id: benchmark }) => {
      void refreshBenchmarks(client, project);
      return navigate({ to: "/p/$project/benchmarks/$benchmark", params: { project, benchmark } });
    },
  });
  return (
    <FormDialog
      title="New benchmark"
      action="Create"
      change={create}
      failure="The benchmark was not created"
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="If a benchmark with this name exists, MemTrace creates its next version."
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="Split"
        hint="The name of the folder for the exported files, such as dev or test."
        required
        maxLength={64}
        pattern="[A-Za-z0-9][A-Za-z0-9_\-]*"
        value={split}
        onChange={(event) => setSplit(event.target.value)}
      />
      <Field
        label="Description"
        maxLength={4000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </FormDialog>
  );
}
