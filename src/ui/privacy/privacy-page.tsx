/**
 * Says which data the service stores, where, and how long. Lets a person export and delete data.
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { projectsQuery } from "../api/resources.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { Loaded } from "../components/page/states.tsx";
import { EndUserDeletion } from "./end-user-deletion.tsx";
import { OrganizationExports } from "./organization-exports.tsx";
import { retentionQuery } from "./privacy-api.ts";
import { RetentionForm } from "./retention-form.tsx";
import { StoredData } from "./stored-data.tsx";

const route = getRouteApi("/p/$project/privacy");

export function PrivacyPage() {
  const { project } = route.useParams();
  const retention = useQuery(retentionQuery(project));
  const item = useQuery({
    ...projectsQuery,
    select: ({ items }) => items.find(({ id }) => id === project),
  });
  return (
    <>
      <PageHeader title="Privacy" />
      <Loaded query={item} what="The project could not be loaded">
        {({ organization, retentionDays }) => (
          <Loaded query={retention} what="The retention settings could not be loaded">
            {(settings) => (
              <div className="sections">
                <StoredData settings={settings} graphDays={retentionDays} />
                <p>
                  MemTrace can replace personal data before it stores anything:{" "}
                  <Link to="/p/$project/settings" params={{ project }} hash="redaction-title">
                    Redaction
                  </Link>
                  . To see who changed or exported data, open the{" "}
                  <Link to="/p/$project/audit" params={{ project }}>
                    Audit log
                  </Link>
                  .
                </p>
                <RetentionForm
                  key={JSON.stringify(settings)}
                  project={project}
                  settings={settings}
                />
                <EndUserDeletion project={project} />
                <OrganizationExports project={project} organization={organization} />
              </div>
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}
