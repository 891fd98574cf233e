/**
 * Tells people who lack a required second factor why other pages do not open. Hidden for other
 * people.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { passkeysQuery, secondFactorQuery } from "../../api/account.ts";
import { LeaveDialog } from "./leave-dialog.tsx";

export function RequiredNotice() {
  const factor = useQuery(secondFactorQuery).data;
  const passkeys = useQuery(passkeysQuery).data ?? [];
  const [leaving, setLeaving] = useState<string>();
  if (factor === undefined || factor.requiredBy.length === 0) return null;
  const hasFactor = factor.since !== null || passkeys.length > 0;
  return (
    <section className="panel settings" role="status">
      <h2>Two-factor sign-in is required</h2>
      <p>
        {factor.requiredBy.map(({ name }) => name).join(", ")} requires two-factor sign-in. Until
        you use a second factor in this browser, you can open only this page.
      </p>
      <p>
        {hasFactor
          ? "Sign out, and sign in again with your app or your passkey."
          : "Set up an authenticator app or add a passkey below."}
      </p>
      <p className="account-row">
        {factor.requiredBy.map(({ id, name }) => (
          <button type="button" key={id} className="button danger" onClick={() => setLeaving(id)}>
            Leave {name}
          </button>
        ))}
      </p>
      {factor.requiredBy.map((organization) =>
        organization.id === leaving ? (
          <LeaveDialog
            key={organization.id}
            organization={organization}
            onClose={() => setLeaving(undefined)}
          />
        ) : null,
      )}
    </section>
  );
}
