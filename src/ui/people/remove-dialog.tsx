/** Removes a member, or leaves, after a decision on the keys that the member made. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Member, MemberKey, Organization } from "../../protocol/people.ts";
import { memberKeysQuery, removeMember } from "../api/people.ts";
import { Confirm } from "../components/form/dialog.tsx";
import { Failure, Loaded, Skeleton } from "../components/page/states.tsx";
import { count } from "../text/time.ts";

interface RemoveDialogProps {
  readonly organization: Organization;
  readonly member: Member;
  readonly isMe: boolean;
  readonly onClose: () => void;
}

export function RemoveDialog({ organization, member, isMe, onClose }: RemoveDialogProps) {
  const keys = useQuery(memberKeysQuery(organization.id, member.id));
  const [revokeKeys, setRevokeKeys] = useState(false);
  const remove = useRemoval({ organization, member, isMe, onClose });
  const who = isMe ? "You" : member.user.name;
  return (
    <Confirm
      title={isMe ? `Leave ${organization.name}?` : `Remove ${member.user.name}?`}
      action={isMe ? "Leave the organization" : "Remove the member"}
      busy={remove.isPending || !keys.isSuccess}
      onConfirm={() => remove.mutate(revokeKeys)}
      onClose={onClose}
    >
      <p>
        {who} {isMe ? "lose" : "loses"} access to all projects of {organization.name} at once. Open
        invitations that {isMe ? "you" : who} sent end too.
      </p>
      <Loaded query={keys} what="The keys could not be loaded" skeleton={<Skeleton rows={2} />}>
        {(items) => (
          <MadeKeys keys={items} who={who} isRevoked={revokeKeys} onChange={setRevokeKeys} />
        )}
      </Loaded>
      {remove.error ? (
        <Failure
          error={remove.error}
          what={isMe ? "You are still a member" : "The member was not removed"}
        />
      ) : null}
    </Confirm>
  );
}

function useRemoval({ organization, member, isMe, onClose }: RemoveDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (revokeKeys: boolean) =>
      removeMember({ organizationId: organization.id, memberIdOrEmail: member.id, revokeKeys }),
    onSuccess: async () => {
      if (!isMe) return onClose();
      // The cache holds data that the person may no longer see.
      await navigate({ to: "/" });
      client.removeQueries();
    },
    onSettled: (_, error) => (isMe && !error ? undefined : client.invalidateQueries()),
  });
}

interface MadeKeysProps {
  readonly keys: readonly MemberKey[];
  readonly who: string;
  readonly isRevoked: boolean;
  readonly onChange: (isRevoked: boolean) => void;
}

function MadeKeys({ keys, who, isRevoked, onChange }: MadeKeysProps) {
  if (keys.length === 0) return <p>{who} made no key that still works.</p>;
  const name = who === "You" ? "you" : who;
  const [these, they] = keys.length === 1 ? ["key", "it goes"] : ["keys", "they go"];
  return (
    <>
      <label className="check">
        <input type="checkbox" checked={isRevoked} onChange={() => onChange(!isRevoked)} /> Also
        revoke the {count(keys.length)} {these} that {name} made
      </label>
      <ul className="made-keys">
        {keys.map(({ id, name: label, hint, projectName }) => (
          <li key={id}>
            {label} <code>{hint}</code> <span className="muted">in {projectName}</span>
          </li>
        ))}
      </ul>
      <p className="muted">
        {isRevoked
          ? "Everything that uses them stops within a minute. This cannot be undone."
          : `Otherwise ${they} on working for everybody who knows them.`}
      </p>
    </>
  );
}
