import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { QueueItemSummary } from "../../../protocol/api/annotation/queues.ts";
import { useMembers } from "../../api/members.ts";
import { Select } from "../../components/form/field.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { Loaded } from "../../components/page/states.tsx";
import { giveItem } from "../queues-api.ts";

interface GiveItemProps {
  readonly project: string;
  readonly queue: string;
  readonly item: QueueItemSummary;
  /** The person who skipped the item. */
  readonly from: QueueItemSummary["people"][number];
  readonly onGiven: () => unknown;
}

/** Assigns a skipped case to somebody who does not have it yet. */
export function GiveItem(props: GiveItemProps) {
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <button type="button" className="button small" onClick={() => setChoosing(true)}>
        Give to…
      </button>
      {choosing ? <ChoosePerson {...props} onClose={() => setChoosing(false)} /> : null}
    </>
  );
}

function ChoosePerson(props: GiveItemProps & { readonly onClose: () => void }) {
  const { project, queue, item, from, onGiven, onClose } = props;
  const [picked, setPicked] = useState<string>();
  const members = useMembers(project);
  const free = (members.data ?? []).filter(
    ({ user, role }) => role !== "viewer" && !item.people.some(({ id }) => id === user.id),
  );
  const to = picked ?? free[0]?.user.id ?? "";
  const give = useMutation({
    mutationFn: () => giveItem(project, queue, item.case, { from: from.id, to }),
    onSuccess: () => {
      onClose();
      return onGiven();
    },
  });
  return (
    <FormDialog
      title="Give this case to another person"
      action="Give"
      change={give}
      failure="The case was not given"
      incomplete={to === ""}
      onClose={onClose}
    >
      <p>
        {from.name ?? "A former member"} skipped this case: “{from.reason}”
      </p>
      <Loaded query={members} what="The members could not be loaded">
        {() =>
          free.length === 0 ? (
            <p className="muted">
              You cannot give this case to anybody: everybody who may label has the case already.
            </p>
          ) : (
            <Select
              label="Give to"
              value={to}
              options={free.map(({ user }) => ({ value: user.id, label: user.name }))}
              onChange={setPicked}
            />
          )
        }
      </Loaded>
    </FormDialog>
  );
}
