import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PublicLink } from "../../protocol/api/sharing/links.ts";
import { useMay } from "../api/may.ts";
import { parseCaseSearch } from "../cases/case-search.ts";
import { DeleteButton } from "../components/form/delete-button.tsx";
import { Moment } from "../components/text/moment.tsx";
import { revokeLink, viewsQuery } from "./sharing-api.ts";

interface LinkListProps {
  readonly project: string;
  readonly links: readonly PublicLink[];
}

/** Lists active public links, with buttons to revoke them immediately. */
export function LinkList({ project, links }: LinkListProps) {
  const client = useQueryClient();
  const mayRevoke = useMay(project, "write");
  const views = useQuery(viewsQuery(project)).data?.items ?? [];
  if (links.length === 0) return null;
  return (
    <section className="link-list" aria-label="Active links">
      <ul>
        {links.map((link) => {
          const { id, kind, createdBy, expiresAt, lastOpenedAt, showsProject } = link;
          const view =
            kind === "view" ? views.find((known) => known.id === link.target) : undefined;
          const name = link.name === null ? "that was deleted" : `“${link.name}”`;
          return (
            <li key={id}>
              <p>
                <b>
                  <Target project={project} link={link} filter={view?.filter}>
                    {`${WORDS[kind]} ${name}`}
                  </Target>
                </b>{" "}
                by {createdBy}, ends <Moment iso={expiresAt} />
                <span className="muted">
                  {" · "}
                  {lastOpenedAt === null ? (
                    "never opened"
                  ) : (
                    <>
                      opened <Moment iso={lastOpenedAt} />
                    </>
                  )}
                  {showsProject ? " · shows the project’s name" : ""}
                </span>
              </p>
              {mayRevoke ? (
                <DeleteButton
                  label="Revoke"
                  describedAs={`Revoke the link to ${kind} ${name}`}
                  look="small"
                  title="Revoke this link?"
                  action="Revoke the link"
                  failure="The link was not revoked"
                  onDelete={() => revokeLink(project, id)}
                  onDeleted={() => client.invalidateQueries({ queryKey: [project, "links"] })}
                >
                  <p>
                    The link to {kind} {name} stops working immediately. A revoked link cannot be
                    restored.
                  </p>
                </DeleteButton>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const WORDS: Readonly<Record<PublicLink["kind"], string>> = {
  case: "Case",
  report: "Report",
  view: "View",
};

interface TargetProps {
  readonly project: string;
  readonly link: PublicLink;
  /** Filter of the shared view. Undefined until loaded. */
  readonly filter: object | undefined;
  readonly children: string;
}

/** Links to the shared case, report or view. */
function Target({ project, link: { kind, target }, filter, children }: TargetProps) {
  switch (kind) {
    case "case":
      return (
        <Link to="/p/$project/cases/$case" params={{ project, case: target }}>
          {children}
        </Link>
      );
    case "report":
      return (
        <Link to="/p/$project/reports/$report" params={{ project, report: target }}>
          {children}
        </Link>
      );
    case "view":
      return (
        <Link to="/p/$project/cases" params={{ project }} search={parseCaseSearch({ ...filter })}>
          {children}
        </Link>
      );
  }
}
