import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { PublicLink } from "../../protocol/api/sharing/links.ts";
import { Failure } from "../components/page/states.tsx";
import { Moment } from "../components/text/moment.tsx";
import { revokeLink } from "./sharing-api.ts";

interface LinkListProps {
  readonly project: string;
  readonly links: readonly PublicLink[];
}

/** Links that work, each with a button that ends it at once. */
export function LinkList({ project, links }: LinkListProps) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: (id: string) => revokeLink(project, id),
    onSuccess: () => client.invalidateQueries({ queryKey: [project, "links"] }),
  });
  if (links.length === 0) return null;
  return (
    <section className="link-list" aria-label="Links that work">
      <ul>
        {links.map(({ id, kind, createdBy, expiresAt, lastOpenedAt, showsProject }) => (
          <li key={id}>
            <p>
              <b>Link to a {kind}</b> by {createdBy}, ends <Moment iso={expiresAt} />
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
            <button
              type="button"
              className="button small"
              disabled={revoke.isPending}
              onClick={() => revoke.mutate(id)}
            >
              Revoke
            </button>
          </li>
        ))}
      </ul>
      {revoke.error ? <Failure error={revoke.error} what="The link was not revoked" /> : null}
    </section>
  );
}
