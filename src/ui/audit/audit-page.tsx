/** Lists the audit log of the project's organization. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { AuditEntry } from "../../protocol/api/teams/audit.ts";
import { membersQuery, organizationsQuery } from "../api/people.ts";
import { projectsQuery } from "../api/resources.ts";
import { Icon } from "../components/page/icon.tsx";
import { PageHeader } from "../components/page/page-header.tsx";
import { PagedList } from "../components/page/paged-list.tsx";
import { Empty } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { Moment } from "../components/text/moment.tsx";
import { TeamTabs } from "../people/team-tabs.tsx";
import { shortenMiddle } from "../text/shorten.ts";
import { actionText } from "./action-text.ts";
import { auditQuery, exportAddress } from "./audit-api.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { type AuditSearch, parseAuditSearch } from "./audit-search.ts";
import { Retention } from "./retention.tsx";
import "./audit.css";

const route = getRouteApi("/p/$project/audit");
const NO_FILTER: AuditSearch = {};

export function AuditPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: AuditSearch) =>
    navigate({ search: parseAuditSearch({ ...search, ...change }), resetScroll: false });
  const query = useInfiniteQuery(auditQuery(project, search));
  const projects = useQuery(projectsQuery).data?.items ?? [];
  const owner = projects.find(({ id }) => id === project)?.organization;
  const organization = useQuery(organizationsQuery).data?.find(({ id }) => id === owner);
  const people = useQuery({
    ...membersQuery(owner ?? ""),
    enabled: owner !== undefined,
    select: (members) => members.map(({ user }) => user),
  }).data;
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <>
      <PageHeader title="Audit log">
        {(["csv", "json"] as const).map((format) => (
          <a className="button" key={format} href={exportAddress(project, search, format)} download>
            <Icon name="download" size={14} /> Export {format.toUpperCase()}
          </a>
        ))}
      </PageHeader>
      <TeamTabs project={project} />
      <Retention project={project} isOwner={organization?.role === "owner"} />
      <AuditFilters
        search={search}
        people={people ?? []}
        projects={projects.filter(({ organization: of }) => of === owner)}
        onChange={set}
      />
      <PagedList
        query={query}
        of="entries"
        empty={
          isFiltered ? (
            <Empty title="No entry matches">
              <button
                type="button"
                className="button"
                onClick={() => navigate({ search: NO_FILTER })}
              >
                Clear the filters
              </button>
            </Empty>
          ) : (
            <Empty title="No entries yet">
              <p>This page lists sign-ins and all changes, such as new invitations and new keys.</p>
            </Empty>
          )
        }
        onOpen={({ target }) => target && set({ target })}
      >
        {(entries, selected) => (
          <WideTable
            className="audit-table"
            columns={["Time", "Who", "Action", "Target", "Project", "Changed", "From"]}
          >
            {entries.map((entry, index) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                isSelected={index === selected}
                projectName={projects.find(({ id }) => id === entry.project)?.name}
                onFilter={set}
              />
            ))}
          </WideTable>
        )}
      </PagedList>
    </>
  );
}

interface EntryRowProps {
  readonly entry: AuditEntry;
  readonly isSelected: boolean;
  /** Undefined if the entry belongs to no project, or if the project no longer exists. */
  readonly projectName: string | undefined;
  readonly onFilter: (change: AuditSearch) => void;
}

function EntryRow({ entry, isSelected, projectName, onFilter }: EntryRowProps) {
  const { at, person, key, action, outcome, target, project, changes } = entry;
  return (
    <tr data-selected={isSelected}>
      <td>
        <Moment iso={at} />
      </td>
      <td>
        {person ? (
          <button
            type="button"
            className="link-button"
            title={`Show what ${person.email ?? person.id} did`}
            onClick={() => onFilter({ person: person.id })}
          >
            {person.name ?? person.id}
          </button>
        ) : null}
        {key ? (
          <div className="muted">
            {key.id.startsWith("con_") ? "app" : "key"} {key.name ?? key.id}
          </div>
        ) : null}
        {person === null && key === null ? <span className="muted">not known</span> : null}
      </td>
      <td>
        {actionText(action)}
        {outcome === "unknown" ? (
          <div
            className="muted"
            title="MemTrace failed during the request, so the change was perhaps not made."
          >
            outcome not known
          </div>
        ) : null}
      </td>
      <td>
        {target === null ? (
          <span className="muted">–</span>
        ) : (
          <button
            type="button"
            className="link-button mono"
            title={`Show every entry of ${target}`}
            onClick={() => onFilter({ target })}
          >
            {shortenMiddle(target, 24)}
          </button>
        )}
      </td>
      <td>
        {project === null ? <span className="muted">organization</span> : (projectName ?? project)}
      </td>
      <td>
        {changes.length === 0 ? <span className="muted">–</span> : null}
        <ul className="audit-changes">
          {changes.map(({ field, from, to }) => (
            <li key={field}>
              {field}
              {to === undefined ? null : (
                <span className="mono">
                  {" "}
                  {from === undefined ? "" : `${from} → `}
                  {to}
                </span>
              )}
            </li>
          ))}
        </ul>
      </td>
      <td title={entry.userAgent ?? undefined}>
        {entry.address ?? <span className="muted">not known</span>}
      </td>
    </tr>
  );
}
