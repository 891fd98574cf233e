/** Lists the apps that are allowed to act for people in this project. */
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ConnectedApp } from "../../protocol/api/teams/connected-apps.ts";
import { removeConnectedApp } from "../api/commands.ts";
import { connectedAppsQuery } from "../api/resources.ts";
import { Confirm } from "../components/form/dialog.tsx";
import { ShowMore } from "../components/page/show-more.tsx";
import { Failure, Loaded } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { Moment } from "../components/text/moment.tsx";
import "./keys.css";

export function ConnectedApps({ project }: { readonly project: string }) {
  const query = useInfiniteQuery(connectedAppsQuery(project));
  const apps = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const [removing, setRemoving] = useState<ConnectedApp | null>(null);
  return (
    <section className="connected-apps">
      <h2>Connected apps</h2>
      <p className="muted lead-line">
        These are coding agents and other apps that people connected to this project through the MCP
        server. Each app acts for the person who connected it.
      </p>
      <Loaded query={query} what="The connected apps could not be loaded">
        {() =>
          apps.length === 0 ? (
            <p>Nobody has connected an app to this project.</p>
          ) : (
            <AppTable apps={apps} onRemove={setRemoving} />
          )
        }
      </Loaded>
      <ShowMore query={query}>Show older apps</ShowMore>
      {removing ? (
        <RemoveApp project={project} item={removing} onClose={() => setRemoving(null)} />
      ) : null}
    </section>
  );
}

interface AppTableProps {
  readonly apps: readonly ConnectedApp[];
  readonly onRemove: (app: ConnectedApp) => void;
}

function AppTable({ apps, onRemove }: AppTableProps) {
  return (
    <WideTable
      columns={["App", "Acts for", "Scopes", "Last used", "Connected", { hidden: "Actions" }]}
    >
      {apps.map((item) => (
        <tr key={item.id}>
          <th scope="row">{item.app}</th>
          <td>
            {item.person.name} <span className="muted">{item.person.email}</span>
          </td>
          <td>{item.scopes.join(", ")}</td>
          <td>{item.lastUsedAt ? <Moment iso={item.lastUsedAt} /> : "never"}</td>
          <td>
            <Moment iso={item.createdAt} />
          </td>
          <td className="row-actions">
            <button
              type="button"
              className="button small"
              aria-label={`Remove access of ${item.app} for ${item.person.name}`}
              onClick={() => onRemove(item)}
            >
              Remove access
            </button>
          </td>
        </tr>
      ))}
    </WideTable>
  );
}

interface RemoveAppProps {
  readonly project: string;
  readonly item: ConnectedApp;
  readonly onClose: () => void;
}

function RemoveApp({ project, item, onClose }: RemoveAppProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeConnectedApp(project, item.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: connectedAppsQuery(project).queryKey });
      onClose();
    },
  });
  return (
    <Confirm
      title={`Remove the access of “${item.app}”?`}
      action="Remove the access"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        The app acts for {item.person.name} ({item.person.email}). Its access ends with its next
        request. {item.person.name} can connect the app again.
      </p>
      {remove.error ? <Failure error={remove.error} what="The access was not removed" /> : null}
    </Confirm>
  );
}
