import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Role } from "../../../protocol/people/roles.ts";
import type { Organization } from "../../../protocol/people.ts";
import { invitationsQuery, invite } from "../../api/people.ts";
import { Dialog } from "../../components/form/dialog.tsx";
import { Field } from "../../components/form/field.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { CopyButton } from "../../components/text/copy-button.tsx";
import { dayOf } from "../../text/time.ts";
import { RoleChoice } from "../role-choice.tsx";
import { invitationLink } from "./invitation-link.ts";

interface InviteDialogProps {
  readonly organization: Organization;
  readonly onClose: () => void;
}

/** Creates an invitation, and shows the link to send. */
export function InviteDialog({ organization, onClose }: InviteDialogProps) {
  const client = useQueryClient();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const send = useMutation({
    mutationFn: () => invite({ organizationId: organization.id, email, role }),
    onSuccess: () => client.invalidateQueries(invitationsQuery(organization.id)),
  });
  if (send.data) {
    const link = invitationLink(organization.id, send.data.id);
    return (
      <Dialog title="Send this link" onClose={onClose}>
        <div className="dialog-body">
          <p>
            This link is for {send.data.email}. If the installation sends e-mail, an e-mail with the
            link is on its way. You can also send the link yourself. Only a person with this address
            can use the link. The link is open until {dayOf(send.data.expiresAt)}.
          </p>
          <div className="secret">
            <code>{link}</code>
            <CopyButton text={link} label="Copy" />
          </div>
        </div>
        <footer>
          <button type="button" className="button primary" onClick={onClose}>
            Done
          </button>
        </footer>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Invite a person"
      action="Create the invitation"
      change={send}
      failure="The person was not invited"
      onClose={onClose}
    >
      <Field
        label="E-mail"
        type="email"
        hint="If this address has an open invitation already, the new invitation replaces it."
        autoComplete="off"
        required
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <RoleChoice of={organization.role} role={role} onChange={setRole} />
    </FormDialog>
  );
}
