/**
 * Lists the apps that are allowed to act for the person. The person can revoke each app's access.
 */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Connection } from "../../protocol/people/connections.ts";
import { connectionsQuery, removeConnection } from "../api/connections.ts";
import { Failure, Loaded } from "../components/page/states.tsx";
import { LastUsed, Moment } from "../components/text/moment.tsx";

export function ConnectionsSection() {
  const connections = useQuery(connectionsQuery);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: removeConnection,
    onSettled: () => client.invalidateQueries(connectionsQuery),
  });
  return (
    <section className="panel settings">
      <h2>Connected apps</h2>
      <p>
        These apps act for you through the MCP server. Each connection gives access to one project.
      </p>
      <Loaded query={connections} what="Your connected apps could not be loaded">
        {(items) =>
          items.length === 0 ? (
            <p className="muted">No app is connected.</p>
          ) : (
            <ul className="account-list">
              {items.map((connection) => (
                <ConnectionRow
                  key={connection.id}
                  connection={connection}
                  isBusy={remove.isPending}
                  onRemove={() => remove.mutate(connection.id)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {remove.error ? <Failure error={remove.error} what="The access was not removed" /> : null}
    </section>
  );
}

interface ConnectionRowProps {
  readonly connection: Connection;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

function ConnectionRow({ connection, isBusy, onRemove }: ConnectionRowProps) {
  const { app, projectName, scopes, createdAt, lastUsedAt } = connection;
  return (
    <li className="account-row">
      <span>
        {app}{" "}
        <span className="muted">
          in {projectName} ({scopes.join(", ")}), connected <Moment iso={createdAt} />,{" "}
          <LastUsed iso={lastUsedAt} />
        </span>
      </span>
      <button
        type="button"
        className="button small"
        disabled={isBusy}
        aria-label={`Remove access of ${app} to ${projectName}`}
        onClick={onRemove}
      >
        Remove access
      </button>
    </li>
  );
}
