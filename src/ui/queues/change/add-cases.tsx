import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Queue } from "../../../protocol/api/annotation/queues.ts";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { count } from "../../text/time.ts";
import { addToQueue } from "../queues-api.ts";
import { NEW_SELECTION, selectionOf } from "./selection.ts";
import { SelectionFields } from "./selection-fields.tsx";

interface AddCasesProps {
  readonly project: string;
  readonly queue: Queue;
  readonly onClose: () => void;
}

export function AddCases({ project, queue, onClose }: AddCasesProps) {
  const [draft, setDraft] = useState(NEW_SELECTION);
  const add = useMutation({ mutationFn: () => addToQueue(project, queue.id, selectionOf(draft)) });
  return (
    <FormDialog
      title="Add cases"
      action="Add"
      change={add}
      failure="No case was added"
      cancel={add.data ? "Done" : "Cancel"}
      onClose={onClose}
    >
      <SelectionFields draft={draft} onChange={setDraft} />
      {add.data ? (
        <p role="status">
          {count(add.data.added)} {add.data.added === 1 ? "case was" : "cases were"} added;{" "}
          {count(add.data.known)} were in the queue already.
        </p>
      ) : null}
    </FormDialog>
  );
}
