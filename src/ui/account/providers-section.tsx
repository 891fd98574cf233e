/** Lists the providers for sign-in. Hidden if the service has none. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { LinkFailure, ProviderId, WaysToSignIn } from "../../protocol/people/sign-in.ts";
import { linkProvider, signInMethodsQuery, unlinkProvider, waysQuery } from "../api/account.ts";
import { Icon } from "../components/page/icon.tsx";
import { Moment } from "../components/text/moment.tsx";
import { ProveDialog } from "./prove-dialog.tsx";

type Linked = WaysToSignIn["providers"][number];
interface Offered {
  readonly id: ProviderId;
  readonly name: string;
}

const FAILURES: Readonly<Record<LinkFailure, string>> = {
  refused: "You cancelled the sign-in at the provider. No account was linked.",
  provider_failed: "The provider's answer could not be accepted. Try again in a minute.",
  step_ended: "Linking took longer than ten minutes, or you signed out in the meantime. Try again.",
  linked_already:
    "Your account is already linked to an account at this provider. Unlink that account first.",
  linked_to_other:
    "Another person uses this provider account to sign in to MemTrace. Choose a different account at the provider.",
};

export function ProvidersSection() {
  const linked = useQuery(waysQuery).data?.providers ?? [];
  const offered = useQuery(signInMethodsQuery).data?.providers ?? [];
  const { failed } = useSearch({ strict: false });
  const [linking, setLinking] = useState<Offered | null>(null);
  const [ending, setEnding] = useState<Linked | null>(null);
  const nameOf = (id: string) => offered.find((provider) => provider.id === id)?.name ?? id;
  const free = offered.filter(({ id }) => !linked.some(({ provider }) => provider === id));
  if (linked.length + free.length === 0) return null;
  const why = Object.entries(FAILURES).find(([known]) => known === failed)?.[1];
  return (
    <section className="panel settings">
      <h2>Sign-in with other accounts</h2>
      {why === undefined ? null : (
        <div className="failure" role="alert">
          <Icon name="warning" /> <div>{why}</div>
        </div>
      )}
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
        {free.map((provider) => (
          <li className="account-row" key={provider.id}>
            <span>
              {provider.name} <span className="muted">not linked</span>
            </span>
            <button
              type="button"
              className="button small"
              aria-label={`Link ${provider.name}`}
              onClick={() => setLinking(provider)}
            >
              Link
            </button>
          </li>
        ))}
      </ul>
      {linking ? <LinkDialog provider={linking} onClose={() => setLinking(null)} /> : null}
      {ending ? (
        <UnlinkDialog way={ending} name={nameOf(ending.provider)} onClose={() => setEnding(null)} />
      ) : null}
    </section>
  );
}

function LinkDialog({ provider, onClose }: { provider: Offered; onClose: () => void }) {
  return (
    <ProveDialog
      {...{ title: `Link ${provider.name}?`, action: "Continue", onClose }}
      failure="Nothing was linked"
      change={(password) => linkProvider(provider.id, window.location.pathname, password)}
      onDone={({ url }) => window.location.assign(url)}
    >
      <p>Sign in at {provider.name} once. After that, you can sign in here with that account.</p>
    </ProveDialog>
  );
}

interface UnlinkDialogProps {
  readonly way: Linked;
  readonly name: string;
  readonly onClose: () => void;
}

function UnlinkDialog({ way, name, onClose }: UnlinkDialogProps) {
  const client = useQueryClient();
  return (
    <ProveDialog
      {...{ title: `Unlink ${name}?`, action: "Unlink", onClose }}
      failure="The account is still linked"
      change={(password) => unlinkProvider(way.id, password)}
      onDone={async () => {
        onClose();
        await client.invalidateQueries(waysQuery);
      }}
    >
      <p>
        After you unlink {name}, use another way to sign in. If you sign in through {name} again
        with the same confirmed e-mail address, your accounts are linked again.
      </p>
    </ProveDialog>
  );
}
