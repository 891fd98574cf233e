import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Member, Organization } from "../../protocol/people.ts";
import { handOver, invitationsQuery, membersQuery, organizationsQuery } from "../api/people.ts";
import { Confirm } from "../components/form/dialog.tsx";
import { Failure } from "../components/page/states.tsx";

interface HandOverDialogProps {
  readonly organization: Organization;
  readonly member: Member;
  readonly onClose: () => void;
}

/** Makes another member the owner. The current owner becomes an admin. */
export function HandOverDialog({ organization, member, onClose }: HandOverDialogProps) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () => handOver({ organizationId: organization.id, memberId: member.id }),
    onSuccess: onClose,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries(membersQuery(organization.id)),
        client.invalidateQueries(invitationsQuery(organization.id)),
        client.invalidateQueries(organizationsQuery),
      ]),
  });
  return (
    <Confirm
      title={`Transfer ownership of ${organization.name} to ${member.user.name}?`}
      action="Transfer ownership"
      busy={change.isPending}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <p>
        {member.user.name} becomes owner, and you become admin. Only an owner can make you owner
        again.
      </p>
      {change.error ? (
        <Failure error={change.error} what="The ownership was not transferred" />
      ) : null}
    </Confirm>
  );
}
