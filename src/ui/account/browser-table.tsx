import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SignedInBrowser } from "../../protocol/people.ts";
import { browsersQuery, signOutBrowser, signOutOtherBrowsers } from "../api/people.ts";
import { Failure } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { Moment } from "../components/text/moment.tsx";
import { deviceOf } from "./device.ts";

export function BrowserTable({ browsers }: { browsers: readonly SignedInBrowser[] }) {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string | null) => (id === null ? signOutOtherBrowsers() : signOutBrowser(id)),
    onSettled: () => client.invalidateQueries(browsersQuery),
  });
  return (
    <section className="after-panel">
      <header className="panel-header">
        <h2>Signed-in browsers</h2>
        {browsers.length > 1 ? (
          <button
            type="button"
            className="button small"
            disabled={end.isPending}
            onClick={() => end.mutate(null)}
          >
            Sign out all others
          </button>
        ) : null}
      </header>
      {end.error ? <Failure error={end.error} what="The browser was not signed out" /> : null}
      <WideTable
        columns={[
          "Browser",
          "Address",
          "Signed in",
          "Last used",
          "Signed in until",
          { hidden: "Actions" },
        ]}
      >
        {browsers.map((browser) => (
          <BrowserRow
            key={browser.id}
            browser={browser}
            busy={end.isPending}
            onEnd={() => end.mutate(browser.id)}
          />
        ))}
      </WideTable>
      <p className="muted">
        MemTrace stores the network address of a browser, but not its location.
      </p>
    </section>
  );
}

interface BrowserRowProps {
  readonly browser: SignedInBrowser;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function BrowserRow({ browser, busy, onEnd }: BrowserRowProps) {
  const device = deviceOf(browser.userAgent);
  return (
    <tr>
      <th scope="row" title={browser.userAgent ?? undefined}>
        {device}
        {browser.isCurrent ? <span className="tag">this browser</span> : null}
      </th>
      <td>{browser.ipAddress || "unknown"}</td>
      <td>
        <Moment iso={browser.createdAt} />
      </td>
      <td>
        <Moment iso={browser.lastUsedAt} />
      </td>
      <td>
        <Moment iso={browser.expiresAt} />
      </td>
      <td className="row-actions">
        {browser.isCurrent ? null : (
          <button
            type="button"
            className="button small"
            disabled={busy}
            aria-label={`Sign out ${device}`}
            onClick={onEnd}
          >
            Sign out
          </button>
        )}
      </td>
    </tr>
  );
}
