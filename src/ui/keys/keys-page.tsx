import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { Key, KeyWithSecret } from "../../protocol/api/api.ts";
import { revokeKey } from "../api/commands.ts";
import { keysQuery } from "../api/resources.ts";
import { Confirm } from "../components/form/dialog.tsx";
import { SecretOnce } from "../components/form/secret-once.tsx";
import { PageHeader } from "../components/page/page-header.tsx";
import { ShowMore } from "../components/page/show-more.tsx";
import { Empty, Failure, Loaded } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { Moment } from "../components/text/moment.tsx";
import { ConnectedApps } from "./connected-apps.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";

const route = getRouteApi("/p/$project/keys");

export function KeysPage() {
  const { project } = route.useParams();
  const query = useInfiniteQuery(keysQuery(project));
  const keys = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<KeyWithSecret | null>(null);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const create = (
    <button type="button" className="button primary" onClick={() => setCreating(true)}>
      Create a key
    </button>
  );
  return (
    <>
      <PageHeader title="Keys">{keys.length > 0 ? create : null}</PageHeader>
      <p className="lead-line muted">
        Your programs sign in with a key. Use a different key in each environment. If you revoke one
        key, the other environments still work.
      </p>
      <Loaded query={query} what="The keys could not be loaded">
        {() =>
          keys.length === 0 ? (
            <Empty title="No keys yet">
              <p>The SDK needs a key to send events to this project.</p>
              <p>{create}</p>
            </Empty>
          ) : (
            <KeyTable keys={keys} onRevoke={setRevoking} />
          )
        }
      </Loaded>
      <ShowMore query={query}>Show older keys</ShowMore>
      <ConnectedApps project={project} />
      {creating ? (
        <CreateKeyDialog
          project={project}
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false);
            setCreated(key);
          }}
        />
      ) : null}
      {created ? (
        <SecretOnce
          title={`Key “${created.name}”`}
          secret={created.key}
          note="Set the environment variable MEMTRACE_API_KEY to this key where your agent runs."
          onClose={() => setCreated(null)}
        />
      ) : null}
      {revoking ? (
        <RevokeKey project={project} item={revoking} onClose={() => setRevoking(null)} />
      ) : null}
    </>
  );
}

function KeyTable(props: { keys: readonly Key[]; onRevoke: (key: Key) => void }) {
  return (
    <WideTable
      columns={[
        ...["Name", "Key", "Scopes", "Made by", "Last used", "Created", "Expires"],
        { hidden: "Actions" },
      ]}
    >
      {props.keys.map((item) => (
        <tr key={item.id} data-off={item.revokedAt !== null}>
          <th scope="row">{item.name}</th>
          <td>
            <code>{item.hint}</code>
          </td>
          <td>{item.scopes.join(", ")}</td>
          <td>{item.creator ?? <span className="muted">unknown</span>}</td>
          <td>{item.lastUsedAt ? <Moment iso={item.lastUsedAt} /> : "never"}</td>
          <td>
            <Moment iso={item.createdAt} />
          </td>
          <td>{item.expiresAt ? <Moment iso={item.expiresAt} /> : "never"}</td>
          <td className="row-actions">
            {item.revokedAt ? (
              <span className="muted">
                revoked <Moment iso={item.revokedAt} />
              </span>
            ) : (
              <button
                type="button"
                className="button small"
                aria-label={`Revoke ${item.name}`}
                onClick={() => props.onRevoke(item)}
              >
                Revoke
              </button>
            )}
          </td>
        </tr>
      ))}
    </WideTable>
  );
}

function RevokeKey(props: { project: string; item: Key; onClose: () => void }) {
  const { project, item, onClose } = props;
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeKey(project, item.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keysQuery(project).queryKey });
      onClose();
    },
  });
  return (
    <Confirm
      title={`Revoke “${item.name}”?`}
      action="Revoke the key"
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>
        Everything that uses <code>{item.hint}</code> stops within a minute:
      </p>
      <ul>
        {item.scopes.map((scope) => (
          <li key={scope}>{STOPS[scope]}</li>
        ))}
      </ul>
      <p>
        {item.lastUsedAt ? (
          <>
            It was last used <Moment iso={item.lastUsedAt} />.
          </>
        ) : (
          "It was never used."
        )}{" "}
        This cannot be undone.
      </p>
      {revoke.error ? <Failure error={revoke.error} what="The key was not revoked" /> : null}
    </Confirm>
  );
}

const STOPS: Readonly<Record<Key["scopes"][number], string>> = {
  ingest: "events from the SDK are refused, and are lost unless the sender keeps them",
  read: "reading cases, graphs and reports",
  label: "labelling, commenting and skipping queue items",
  write: "opening, labelling and re-running cases",
  admin: "changing settings and webhooks, revoking keys",
  keys: "creating keys",
};
