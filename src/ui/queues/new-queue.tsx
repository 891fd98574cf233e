import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { MAX_QUEUE_LABELS, MAX_QUEUE_NAME_CHARS } from "../../protocol/limits.ts";
import { signedInQuery } from "../api/people.ts";
import { Field, Select } from "../components/form/field.tsx";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { PeopleChecks } from "./people-checks.tsx";
import { createQueue, queuesQuery } from "./queues-api.ts";
import { NEW_SELECTION, selectionOf } from "./selection.ts";
import { SelectionFields } from "./selection-fields.tsx";

export function NewQueue({ project, onClose }: { project: string; onClose: () => void }) {
  const me = useQuery(signedInQuery).data?.user.id;
  const [name, setName] = useState("");
  const [picked, setPicked] = useState<readonly string[]>();
  const [perItem, setPerItem] = useState("1");
  const [isBlind, setBlind] = useState(true);
  const [draft, setDraft] = useState(NEW_SELECTION);
  const people = picked ?? (me === undefined ? [] : [me]);
  const client = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () =>
      createQueue(project, {
        ...{ name, people: [...people], perItem: Number(perItem), isBlind },
        cases: selectionOf(draft),
      }),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: queuesQuery(project).queryKey });
      return navigate({ to: "/p/$project/queues/$queue", params: { project, queue: id } });
    },
  });
  const labels = Math.max(1, Math.min(MAX_QUEUE_LABELS, people.length));
  const counts = Array.from({ length: labels }, (_, index) => `${index + 1}`);
  return (
    <FormDialog
      title="New queue"
      action="Create the queue"
      change={create}
      failure="The queue was not created"
      incomplete={people.length < Number(perItem)}
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        maxLength={MAX_QUEUE_NAME_CHARS}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectionFields draft={draft} onChange={setDraft} />
      <PeopleChecks project={project} chosen={people} onChange={setPicked} />
      <Select
        label="Labels of each case"
        value={perItem}
        options={counts.map((value) => ({
          ...{ value, label: value === "1" ? "by one person" : `by ${value} people` },
        }))}
        onChange={setPerItem}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={isBlind}
          onChange={({ target }) => setBlind(target.checked)}
        />
        <span>
          Blind: hide the verdict and other labels here until a person has labelled the case.{" "}
          <span className="muted">The case's own page still shows them.</span>
        </span>
      </label>
    </FormDialog>
  );
}
