import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Invitation } from "../../../protocol/people.ts";
import { cancelInvitation, invitationsQuery } from "../../api/people.ts";
import { Empty, Failure, Loaded } from "../../components/page/states.tsx";
import { WideTable } from "../../components/page/wide-table.tsx";
import { CopyButton } from "../../components/text/copy-button.tsx";
import { Moment } from "../../components/text/moment.tsx";
import { invitationLink } from "./invitation-link.ts";
import { LetterOfInvitation } from "./letter-state.tsx";

export function InvitationList({ organization }: { organization: string }) {
  const client = useQueryClient();
  const query = useQuery(invitationsQuery(organization));
  const cancel = useMutation({
    mutationFn: cancelInvitation,
    onSettled: () => client.invalidateQueries(invitationsQuery(organization)),
  });
  return (
    <section className="after-panel">
      <header className="panel-header">
        <h2>Open invitations</h2>
      </header>
      {cancel.error ? (
        <Failure error={cancel.error} what="The invitation was not cancelled" />
      ) : null}
      <Loaded query={query} what="The invitations could not be loaded">
        {(items) =>
          items.length === 0 ? (
            <Empty title="No open invitations">
              <p>
                An invitation is a link for one e-mail address. MemTrace sends the link to this
                address. You can also copy the link.
              </p>
            </Empty>
          ) : (
            <WideTable
              columns={[
                "E-mail",
                "Role",
                "Invited by",
                "Open until",
                "E-mail state",
                { hidden: "Actions" },
              ]}
            >
              {items.map((item) => (
                <InvitationRow
                  key={item.id ?? item.email}
                  item={item}
                  organization={organization}
                  busy={cancel.isPending}
                  onCancel={cancel.mutate}
                />
              ))}
            </WideTable>
          )
        }
      </Loaded>
    </section>
  );
}

interface InvitationRowProps {
  readonly item: Invitation;
  readonly organization: string;
  readonly busy: boolean;
  readonly onCancel: (id: string) => void;
}

function InvitationRow({ item, organization, busy, onCancel }: InvitationRowProps) {
  const { id, email, role } = item;
  return (
    <tr>
      <th scope="row">{email}</th>
      <td>{role}</td>
      <td>{item.inviterEmail}</td>
      <td>
        <Moment iso={item.expiresAt} />
      </td>
      <td>
        <LetterOfInvitation state={item.letter} />
      </td>
      <td className="row-actions">
        {id === null ? (
          <span className="muted">Only an owner may copy the link or cancel this invitation.</span>
        ) : (
          <>
            <CopyButton text={invitationLink(organization, id)} label="Copy link" />
            <button
              type="button"
              className="button small"
              disabled={busy}
              aria-label={`Cancel the invitation of ${email}`}
              onClick={() => onCancel(id)}
            >
              Cancel
            </button>
          </>
        )}
      </td>
    </tr>
  );
}
