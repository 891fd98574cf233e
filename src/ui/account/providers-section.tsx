/** On the account page: the providers that sign the person in. Absent without any. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WaysToSignIn } from "../../protocol/people/sign-in.ts";
import { signInMethodsQuery, unlinkProvider, waysQuery } from "../api/account.ts";
import { Moment } from "../components/text/moment.tsx";
import { ProveDialog } from "./prove-dialog.tsx";

type Linked = WaysToSignIn["providers"][number];

export function ProvidersSection() {
  const client = useQueryClient();
  const linked = useQuery(waysQuery).data?.providers ?? [];
  const offered = useQuery(signInMethodsQuery).data?.providers ?? [];
  const [ending, setEnding] = useState<Linked | null>(null);
  const nameOf = (id: string) => offered.find((provider) => provider.id === id)?.name ?? id;
  if (linked.length === 0) return null;
  return (
    <section className="panel settings">
      <h2>Sign-in with other accounts</h2>
      <ul className="account-list">
        {linked.map((way) => (
          <li className="account-row" key={way.id}>
            <span>
              {nameOf(way.provider)}{" "}
              <span className="muted">
                since <Moment iso={way.since} />
              </span>
            </span>
            <button
              type="button"
              className="button small"
              aria-label={`Unlink ${nameOf(way.provider)}`}
              onClick={() => setEnding(way)}
            >
              Unlink
            </button>
          </li>
        ))}
      </ul>
      {ending ? (
        <ProveDialog
          {...{ title: `Unlink ${nameOf(ending.provider)}?`, action: "Unlink" }}
          failure="It is still linked"
          change={(password) => unlinkProvider(ending.id, password)}
          onDone={async () => {
            setEnding(null);
            await client.invalidateQueries(waysQuery);
          }}
          onClose={() => setEnding(null)}
        >
          <p>You then sign in another way. Signing in there once more links it again.</p>
        </ProveDialog>
      ) : null}
    </section>
  );
}
