/** Lists the organization's members, and the invitations that nobody has accepted yet. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { mayManage } from "../../protocol/people/roles.ts";
import type { Organization } from "../../protocol/people.ts";
import { useOrganizationOf } from "../api/organization-of.ts";
import { membersQuery, signedInQuery } from "../api/people.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { Loaded } from "../components/page/states.tsx";
import { InvitationList } from "./invitations/invitation-list.tsx";
import { InviteDialog } from "./invitations/invite-dialog.tsx";
import { MemberTable } from "./member-table.tsx";
import { TeamTabs } from "./team-tabs.tsx";
import "./people.css";

const route = getRouteApi("/p/$project/people");

export function PeoplePage() {
  const { project } = route.useParams();
  const query = useOrganizationOf(project);
  return (
    <Loaded query={query} what="The organization could not be loaded">
      {(organization) =>
        organization ? <OfOrganization organization={organization} project={project} /> : null
      }
    </Loaded>
  );
}

interface OfOrganizationProps {
  readonly organization: Organization;
  readonly project: string;
}

function OfOrganization({ organization, project }: OfOrganizationProps) {
  const members = useQuery(membersQuery(organization.id));
  const myId = useQuery(signedInQuery).data?.user.id;
  const [isInviting, setInviting] = useState(false);
  const mayInvite = mayManage(organization.role, "viewer");
  return (
    <>
      <PageHeader title="People">
        {mayInvite ? (
          <button type="button" className="button primary" onClick={() => setInviting(true)}>
            Invite a person
          </button>
        ) : null}
      </PageHeader>
      <TeamTabs project={project} />
      <p className="lead-line muted">
        Members of {organization.name} see all of its projects. Guests see only the projects in
        which they have a role.
        {mayInvite ? "" : " Owners and admins invite people and change roles."}
      </p>
      <Loaded query={members} what="The members could not be loaded">
        {(items) => <MemberTable organization={organization} members={items} myId={myId} />}
      </Loaded>
      {mayInvite ? <InvitationList organization={organization.id} /> : null}
      {isInviting ? (
        <InviteDialog organization={organization} onClose={() => setInviting(false)} />
      ) : null}
    </>
  );
}
