/** The target of an invitation's link. A person must sign in before accepting. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { Organization, OwnInvitation } from "../../../protocol/people.ts";
import {
  acceptInvitation,
  declineInvitation,
  invitationQuery,
  organizationsQuery,
  signedInQuery,
  signOut,
} from "../../api/people.ts";
import { ApiFailure } from "../../api/request.ts";
import { projectsQuery } from "../../api/resources.ts";
import { useTitle } from "../../components/page/page-header.tsx";
import { Failure, Loaded } from "../../components/page/states.tsx";
import { dayOf } from "../../text/time.ts";
import { DoorFrame } from "../door-frame.tsx";
import { invitationPath } from "./invitation-link.ts";

const route = getRouteApi("/join/$organization/$invitation");

export function InvitationPage() {
  useTitle("Invitation");
  const { organization, invitation } = route.useParams();
  const query = useQuery(invitationQuery(invitation));
  const organizations = useQuery(organizationsQuery);
  const refusal =
    query.error instanceof ApiFailure && query.error.status === 404 ? query.error : null;
  const mine = organizations.data?.find(({ id }) => id === organization);
  return (
    <DoorFrame title="Invitation">
      {mine ? (
        <Joined organization={mine} />
      ) : refusal && !organizations.isPending ? (
        <NotOpen why={refusal.message} />
      ) : (
        <Loaded query={query} what="The invitation could not be loaded">
          {(open) => <Open invitation={open} id={invitation} />}
        </Loaded>
      )}
      <SignedInAs next={invitationPath(organization, invitation)} />
    </DoorFrame>
  );
}

function Open({ invitation, id }: { invitation: OwnInvitation; id: string }) {
  const client = useQueryClient();
  const accept = useMutation({
    mutationFn: () => acceptInvitation(id),
    onSettled: () => client.invalidateQueries(),
  });
  const decline = useMutation({ mutationFn: () => declineInvitation(id) });
  if (decline.isSuccess) {
    return (
      <p className="door-text">You declined the invitation to {invitation.organizationName}.</p>
    );
  }
  const error = accept.error ?? decline.error;
  const busy = accept.isPending || decline.isPending;
  return (
    <div className="door-text">
      <p>
        {invitation.inviterEmail} invites you to <b>{invitation.organizationName}</b> as{" "}
        <b>{invitation.role}</b>. The invitation is open until {dayOf(invitation.expiresAt)}.
      </p>
      {error ? <Failure error={error} what="The invitation was not answered" /> : null}
      <button
        type="button"
        className="button primary wide"
        disabled={busy}
        onClick={() => accept.mutate()}
      >
        {accept.isPending ? "Accepting…" : "Accept"}
      </button>
      <button
        type="button"
        className="button wide"
        disabled={busy}
        onClick={() => decline.mutate()}
      >
        Decline
      </button>
    </div>
  );
}

function Joined({ organization }: { organization: Organization }) {
  const projects = useQuery(projectsQuery);
  return (
    <div className="door-text">
      <p role="status">
        You are a member of <b>{organization.name}</b>. Your role: {organization.role}.
      </p>
      <Loaded query={projects} what="The projects of the organization could not be loaded">
        {({ items }) => {
          const first = items.find((item) => item.organization === organization.id);
          return first ? (
            <Link
              to="/p/$project"
              params={{ project: first.id }}
              className="button primary wide"
              preload={false}
            >
              Open its projects
            </Link>
          ) : (
            <p>
              This organization has no project yet. An owner or admin must create the first project.
            </p>
          );
        }}
      </Loaded>
    </div>
  );
}

function NotOpen({ why }: { why: string }) {
  return (
    <div className="door-text">
      <p role="alert">{why}</p>
      <Link to="/" className="button wide">
        Go to my projects
      </Link>
    </div>
  );
}

function SignedInAs({ next }: { next: string }) {
  const person = useQuery(signedInQuery).data?.user;
  const client = useQueryClient();
  const navigate = useNavigate();
  const change = useMutation({
    mutationFn: signOut,
    onSettled: () => {
      client.clear();
      return navigate({ to: "/sign-in", search: { next } });
    },
  });
  return (
    <p className="muted">
      You are signed in as {person?.email ?? "\u00a0"}.{" "}
      <button type="button" className="link-button" onClick={() => change.mutate()}>
        Use another address
      </button>
    </p>
  );
}
