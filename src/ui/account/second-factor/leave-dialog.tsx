import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OwnSecondFactor } from "../../../protocol/people/sign-in.ts";
import { secondFactorQuery } from "../../api/account.ts";
import { leaveOrganization } from "../../api/people.ts";
import { Confirm } from "../../components/form/dialog.tsx";
import { Failure } from "../../components/page/states.tsx";

interface LeaveDialogProps {
  readonly organization: OwnSecondFactor["requiredBy"][number];
  readonly onClose: () => void;
}

/**
 * Lets a person leave an organization that requires a second factor. After that, this organization
 * requires none from the person, and the person can open other organizations again.
 */
export function LeaveDialog({ organization, onClose }: LeaveDialogProps) {
  const client = useQueryClient();
  const leave = useMutation({
    mutationFn: () => leaveOrganization(organization.id),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries(secondFactorQuery),
  });
  return (
    <Confirm
      title={`Leave ${organization.name}?`}
      action="Leave the organization"
      busy={leave.isPending}
      onConfirm={() => leave.mutate()}
      onClose={onClose}
    >
      <p>
        You lose access to all projects of {organization.name} immediately. Your keys are revoked.
        Invitations that you sent and nobody has accepted yet are cancelled.
      </p>
      {leave.error ? <Failure error={leave.error} what="You are still a member" /> : null}
    </Confirm>
  );
}
