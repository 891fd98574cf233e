import { useState } from "react";
import type { ClaimedDomain } from "../../protocol/people/sso.ts";
import { DeleteButton } from "../components/form/delete-button.tsx";
import { Field } from "../components/form/field.tsx";
import { Failure } from "../components/page/states.tsx";
import { Moment } from "../components/text/moment.tsx";
import { Copyable, type OfSettings, Section, useChange } from "./section.tsx";
import { change } from "./sso-api.ts";

export function DomainSection({ organization, settings }: OfSettings) {
  const organizationId = organization.id;
  const [domain, setDomain] = useState("");
  const claim = useChange(
    organizationId,
    () => change("POST /organization/claim-domain", { organizationId, domain }),
    () => setDomain(""),
  );
  return (
    <Section title="Domains">
      <p className="muted">
        These are the domains of your people's e-mail addresses. For each domain, a TXT record in
        DNS proves that the domain belongs to you.
      </p>
      {settings.domains.map((each) => (
        <Domain key={each.domain} organization={organization} domain={each} />
      ))}
      {settings.domains.length === 0 ? <p>No domain yet.</p> : null}
      {organization.role === "owner" ? (
        <form
          className="sso-line"
          onSubmit={(event) => {
            event.preventDefault();
            claim.mutate();
          }}
        >
          <Field
            label="Domain"
            placeholder="example.com"
            required
            value={domain}
            onChange={(event) => setDomain(event.target.value)}
          />
          <button type="submit" className="button" disabled={claim.isPending}>
            Add the domain
          </button>
        </form>
      ) : null}
      {claim.error ? <Failure error={claim.error} what="The domain was not added" /> : null}
    </Section>
  );
}

interface DomainProps {
  readonly organization: OfSettings["organization"];
  readonly domain: ClaimedDomain;
}

function Domain({ organization, domain: { domain, ...known } }: DomainProps) {
  const given = { organizationId: organization.id, domain };
  const check = useChange(organization.id, () => change("POST /organization/check-domain", given));
  const remove = useChange(organization.id, () =>
    change("POST /organization/remove-domain", given),
  );
  const isVerified = known.verifiedAt !== null;
  return (
    <div className="sso-item">
      <h3>
        {domain} <span className="muted">{isVerified ? "Verified" : "Not verified"}</span>
      </h3>
      <Copyable label="TXT record at" text={known.recordName} />
      <Copyable label="with the value" text={known.recordValue} />
      {known.checkedAt === null ? null : (
        <p className="muted">
          Last checked <Moment iso={known.checkedAt} />
        </p>
      )}
      <p className="sso-line">
        <button
          type="button"
          className="button small"
          disabled={check.isPending}
          onClick={() => check.mutate()}
        >
          {check.isPending ? "Checking…" : isVerified ? "Check again" : "Verify"}
        </button>
        {organization.role === "owner" ? (
          <DeleteButton
            label="Remove"
            describedAs={`Remove ${domain}`}
            look="small quiet"
            title={`Remove ${domain}?`}
            action="Remove the domain"
            failure="The domain was not removed"
            onDelete={() => remove.mutateAsync()}
            onDeleted={() => undefined}
          >
            <p>
              People with an address of this domain can no longer sign in through your provider, and
              your directory can no longer change them. Members stay members.
            </p>
          </DeleteButton>
        ) : null}
      </p>
      {check.error ? <Failure error={check.error} what="The domain was not verified" /> : null}
    </div>
  );
}
