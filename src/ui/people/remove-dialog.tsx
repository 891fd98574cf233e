/**
 * Removes a member, or lets the person leave. First asks what to do with keys that the member
 * created.
 */
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Member, Organization } from "../../protocol/people.ts";
import { memberKeysQuery, removeMember } from "../api/people.ts";
import { Confirm } from "../components/form/dialog.tsx";
import { Failure, Loaded, Skeleton } from "../components/page/states.tsx";
import { keysCounted, keysIn, MadeKeys } from "./made-keys.tsx";

interface RemoveDialogProps {
  readonly organization: Organization;
  readonly member: Member;
  readonly isMe: boolean;
  readonly onClose: () => void;
}

export function RemoveDialog({ organization, member, isMe, onClose }: RemoveDialogProps) {
  const keys = useInfiniteQuery(memberKeysQuery(organization.id, member.id));
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
        {who} {isMe ? "lose" : "loses"} access to all projects of {organization.name} immediately.
        Open invitations that {isMe ? "you" : who} sent are cancelled too.
      </p>
      <Loaded query={keys} what="The keys could not be loaded" skeleton={<Skeleton rows={2} />}>
        {() =>
          keysIn(keys) === 0 ? (
            <p>{who} made no key that still works.</p>
          ) : (
            <MadeKeys
              query={keys}
              label={
                isMe
                  ? `The ${keysCounted(keys)} that you made will be revoked.`
                  : `Also revoke the ${keysCounted(keys)} that ${who} made`
              }
              isRevoked={isMe || revokeKeys}
              onChange={isMe ? undefined : setRevokeKeys}
            />
          )
        }
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
      // The person has just left the organization and is not allowed to see its data any more. So
      // open another page, and remove the data from the cache.
      await navigate({ to: "/" });
      client.removeQueries();
    },
    onSettled: (_, error) => (isMe && !error ? undefined : client.invalidateQueries()),
  });
}
