/**
 * Lets a person set how the organization's people sign in: domains, provider, whether the provider
 * is required, and SCIM.
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Organization } from "../../protocol/people.ts";
import { useOrganizationOf } from "../api/organization-of.ts";
import { ApiFailure } from "../api/request.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { Empty, Loaded } from "../components/page/states.tsx";
import { TeamTabs } from "../people/team-tabs.tsx";
import { ConnectionSection } from "./connection-section.tsx";
import { DomainSection } from "./domain-section.tsx";
import { EnforcementSection } from "./enforcement-section.tsx";
import { FactorSection } from "./factor-section.tsx";
import { ScimSection } from "./scim-section.tsx";
import { signInSettingsQuery } from "./sso-api.ts";
import { TestSection } from "./test-section.tsx";
import "./sso.css";

const route = getRouteApi("/p/$project/sign-in");

export function SignInSettingsPage() {
  const { project } = route.useParams();
  const query = useOrganizationOf(project);
  return (
    <>
      <PageHeader title="Sign-in" />
      <TeamTabs project={project} />
      <Loaded query={query} what="The organization could not be loaded">
        {(organization) =>
          organization ? <OfOrganization organization={organization} project={project} /> : null
        }
      </Loaded>
    </>
  );
}

function OfOrganization({
  organization,
  project,
}: {
  organization: Organization;
  project: string;
}) {
  const query = useQuery(signInSettingsQuery(organization.id));
  const isForbidden = query.error instanceof ApiFailure && query.error.status === 403;
  if (isForbidden) {
    return (
      <Empty title="Not for your role">
        <p>Only owners and admins of the organization can see the settings for sign-in.</p>
      </Empty>
    );
  }
  return (
    <Loaded query={query} what="The settings could not be loaded">
      {(settings) => {
        const given = { organization, settings };
        return (
          <div className="sections">
            {organization.role === "owner" ? null : (
              <p className="muted">
                Only owners can change domains, the provider, enforcement and tokens. A person who
                controls the provider can sign in as anybody.
              </p>
            )}
            <DomainSection {...given} />
            <ConnectionSection {...given} />
            <TestSection {...given} project={project} />
            <EnforcementSection {...given} />
            <FactorSection {...given} />
            <ScimSection {...given} />
          </div>
        );
      }}
    </Loaded>
  );
}
