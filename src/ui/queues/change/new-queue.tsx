import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { createQueue, queuesQuery } from "../queues-api.ts";
import { QueueFields, useQueueDraft } from "./queue-fields.tsx";
import { NEW_SELECTION, selectionOf } from "./selection.ts";
import { SelectionFields } from "./selection-fields.tsx";

export function NewQueue({ project, onClose }: { project: string; onClose: () => void }) {
  const { draft, isComplete, change } = useQueueDraft();
  const [selection, setSelection] = useState(NEW_SELECTION);
  const client = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => createQueue(project, { ...draft, cases: selectionOf(selection) }),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: queuesQuery(project).queryKey });
      return navigate({ to: "/p/$project/queues/$queue", params: { project, queue: id } });
    },
  });
  return (
    <FormDialog
      title="New queue"
      action="Create the queue"
      change={create}
      failure="The queue was not created"
      incomplete={!isComplete}
      onClose={onClose}
    >
      <QueueFields project={project} draft={draft} onChange={change}>
        <SelectionFields draft={selection} onChange={setSelection} />
      </QueueFields>
    </FormDialog>
  );
}
