import { useState } from "react";
import { Confirm } from "../components/form/dialog.tsx";
import { Failure } from "../components/page/states.tsx";
import { type OfSettings, Section, useChange } from "./section.tsx";
import { change } from "./sso-api.ts";

export function EnforcementSection({ organization, settings }: OfSettings) {
  const organizationId = organization.id;
  const [isAsking, setAsking] = useState(false);
  const set = useChange(
    organizationId,
    (isEnforced: boolean) =>
      change("POST /organization/enforce-sso", { organizationId, isEnforced }),
    () => setAsking(false),
  );
  const { isEnforced, domains, test } = settings;
  const isReady = domains.some(({ verifiedAt }) => verifiedAt) && test?.problem === null;
  return (
    <Section title="Enforced sign-in">
      <p>
        {isEnforced
          ? "People with an e-mail address of a verified domain can sign in only through the provider."
          : "People may sign in with a password, too."}
      </p>
      <p className="muted">
        Owners can still sign in with a password if the provider fails. The audit log records each
        such sign-in, and every owner gets an e-mail about it.
      </p>
      {organization.role === "owner" ? (
        <p>
          {isEnforced ? (
            <button
              type="button"
              className="button"
              disabled={set.isPending}
              onClick={() => set.mutate(false)}
            >
              Stop enforcing
            </button>
          ) : (
            <button
              type="button"
              className="button"
              disabled={!isReady}
              onClick={() => setAsking(true)}
            >
              Enforce
            </button>
          )}
        </p>
      ) : null}
      {isEnforced || isReady ? null : (
        <p className="muted">First verify a domain and test the provider successfully.</p>
      )}
      {set.error && !isAsking ? <Failure error={set.error} what="Nothing was changed" /> : null}
      {isAsking ? (
        <Confirm
          title="Enforce sign-in through the provider?"
          action="Enforce"
          busy={set.isPending}
          onConfirm={() => set.mutate(true)}
          onClose={() => setAsking(false)}
        >
          <p>
            All people with an e-mail address of a verified domain who did not sign in through the
            provider are signed out immediately, except you. People with such an address can no
            longer sign in with a password, unless they are owners.
          </p>
          {set.error ? <Failure error={set.error} what="Nothing was changed" /> : null}
        </Confirm>
      ) : null}
    </Section>
  );
}
