import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Queue } from "../../../protocol/api/annotation/queues.ts";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { changeQueue } from "../queues-api.ts";
import { PeopleChecks } from "./people-checks.tsx";

interface ChangePeopleProps {
  readonly project: string;
  readonly queue: Queue;
  readonly onClose: () => void;
}

export function ChangePeople({ project, queue, onClose }: ChangePeopleProps) {
  // Leave out people who are no longer members: the list does not offer them.
  const [people, setPeople] = useState<readonly string[]>(
    queue.people.filter(({ isAssigned, name }) => isAssigned && name !== null).map(({ id }) => id),
  );
  const change = useMutation({
    mutationFn: () => changeQueue(project, queue.id, { people: [...people] }),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="Change people"
      action="Divide open cases again"
      change={change}
      failure="The people were not changed"
      incomplete={people.length < queue.perItem}
      onClose={onClose}
    >
      <PeopleChecks project={project} chosen={people} onChange={setPeople} />
      <p className="muted">
        Open cases are divided again among these people. Labelled and skipped cases stay with the
        people who have them.
      </p>
    </FormDialog>
  );
}
