import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { mayManage } from "../../protocol/people/roles.ts";
import type { Member, Organization } from "../../protocol/people.ts";
import {
  changeRole,
  invitationsQuery,
  memberKeysQuery,
  membersQuery,
  organizationsQuery,
} from "../api/people.ts";
import { FormDialog } from "../components/form/form-dialog.tsx";
import { Loaded, Skeleton } from "../components/page/states.tsx";
import { keysCounted, keysIn, MadeKeys } from "./made-keys.tsx";
import { RoleChoice } from "./role-choice.tsx";

interface RoleDialogProps {
  readonly organization: Organization;
  readonly member: Member;
  readonly isMe: boolean;
  readonly onClose: () => void;
}

export function RoleDialog({ organization, member, isMe, onClose }: RoleDialogProps) {
  const client = useQueryClient();
  const [role, setRole] = useState(member.role);
  const [revokeKeys, setRevokeKeys] = useState(true);
  const keys = useInfiniteQuery(memberKeysQuery(organization.id, member.id, role));
  const change = useMutation({
    mutationFn: () =>
      changeRole({ organizationId: organization.id, memberId: member.id, role, revokeKeys }),
    onSuccess: onClose,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries(membersQuery(organization.id)),
        client.invalidateQueries(invitationsQuery(organization.id)),
        client.invalidateQueries(organizationsQuery),
      ]),
  });
  const losesInvitations = mayManage(member.role, "viewer") && !mayManage(role, member.role);
  return (
    <FormDialog
      title={isMe ? "Change your role" : `Change the role of ${member.user.name}`}
      action="Change the role"
      change={change}
      failure="The role was not changed"
      incomplete={role === member.role || !keys.isSuccess}
      onClose={onClose}
    >
      <RoleChoice of={organization.role} role={role} onChange={setRole} />
      {losesInvitations ? (
        <p className="muted">
          Open invitations from this member are cancelled if the new role may not send them.
          {isMe ? " You cannot restore your present role yourself." : ""}
        </p>
      ) : null}
      {role === member.role ? null : (
        <Loaded query={keys} what="The keys could not be loaded" skeleton={<Skeleton rows={1} />}>
          {() =>
            keysIn(keys) === 0 ? null : (
              <MadeKeys
                query={keys}
                label={`Also revoke the ${keysCounted(keys)} that ${isMe ? "you" : member.user.name} made with more scopes than the new role gives`}
                isRevoked={revokeKeys}
                onChange={setRevokeKeys}
              />
            )
          }
        </Loaded>
      )}
    </FormDialog>
  );
}
