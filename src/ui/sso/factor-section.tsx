/** Lets a person set whether members need a second factor. */
import { useState } from "react";
import { Confirm } from "../components/form/dialog.tsx";
import { Failure } from "../components/page/states.tsx";
import { type OfSettings, Section, useChange } from "./section.tsx";
import { change } from "./sso-api.ts";

export function FactorSection({ organization, settings }: OfSettings) {
  const organizationId = organization.id;
  const [isAsking, setAsking] = useState(false);
  const set = useChange(
    organizationId,
    (isRequired: boolean) =>
      change("POST /organization/require-second-factor", { organizationId, isRequired }),
    () => setAsking(false),
  );
  const isRequired = settings.requiresSecondFactor;
  return (
    <Section title="Two-factor sign-in">
      <p>
        {isRequired
          ? "Members need a second factor: an authenticator app or a passkey."
          : "Members may sign in with a password alone."}
      </p>
      <p className="muted">
        An enforced sign-in through your provider counts as a second factor. API keys are not
        affected.
      </p>
      <p>
        <button
          type="button"
          className="button"
          disabled={set.isPending}
          onClick={() => (isRequired ? set.mutate(false) : setAsking(true))}
        >
          {isRequired ? "Stop requiring" : "Require two factors"}
        </button>
      </p>
      {set.error && !isAsking ? <Failure error={set.error} what="Nothing was changed" /> : null}
      {isAsking ? (
        <Confirm
          title="Require two-factor sign-in?"
          action="Require"
          busy={set.isPending}
          onConfirm={() => set.mutate(true)}
          onClose={() => setAsking(false)}
        >
          <p>
            Members who signed in without a second factor can open only their account page until
            they set up a second factor. They cannot open other organizations either. This change
            takes effect within 30 seconds.
          </p>
          {set.error ? <Failure error={set.error} what="Nothing was changed" /> : null}
        </Confirm>
      ) : null}
    </Section>
  );
}
