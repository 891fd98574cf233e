import { useId, useState } from "react";
import { DEFAULT_ROLES, type ShownConnection } from "../../protocol/people/sso.ts";
import { DeleteButton } from "../components/form/delete-button.tsx";
import { Field, Select } from "../components/form/field.tsx";
import { Failure } from "../components/page/states.tsx";
import { Id } from "../components/text/id.tsx";
import { Moment } from "../components/text/moment.tsx";
import { Copyable, type OfSettings, Section, useChange } from "./section.tsx";
import { change } from "./sso-api.ts";

export function ConnectionSection({ organization, settings }: OfSettings) {
  const { connection, addresses } = settings;
  const [kind, setKind] = useState(connection?.kind ?? "oidc");
  const isOwner = organization.role === "owner";
  return (
    <Section title="Provider">
      {connection === null ? <p>No provider yet.</p> : <Shown connection={connection} />}
      {isOwner ? (
        <>
          <Select
            label="Protocol"
            value={kind}
            options={[
              { value: "oidc", label: "OpenID Connect" },
              { value: "saml", label: "SAML 2.0" },
            ]}
            onChange={setKind}
          />
          {kind === "oidc" ? (
            <>
              <Copyable label="Redirect address" text={addresses.oidcRedirect} />
              <OidcForm organization={organization} settings={settings} />
            </>
          ) : (
            <>
              <Copyable label="Address for responses (ACS)" text={addresses.samlAnswers} />
              <Copyable label="Entity id (audience)" text={addresses.samlMetadata} />
              <p>
                <a href={addresses.samlMetadata} download>
                  Download our metadata
                </a>
              </p>
              <SamlForm organization={organization} />
            </>
          )}
        </>
      ) : null}
      <DefaultRole organization={organization} settings={settings} />
      {isOwner && connection !== null ? <Remove organization={organization} /> : null}
    </Section>
  );
}

function Shown({ connection }: { connection: ShownConnection }) {
  if (connection.kind === "oidc") {
    return (
      <dl className="sso-facts">
        <dt>Issuer</dt>
        <dd>{connection.issuer}</dd>
        <dt>Client id</dt>
        <dd>{connection.clientId}</dd>
      </dl>
    );
  }
  return (
    <dl className="sso-facts">
      <dt>Entity id</dt>
      <dd>{connection.entityId}</dd>
      <dt>Sign-in address</dt>
      <dd>{connection.signInUrl}</dd>
      {connection.certificates.map(({ fingerprint, validTo }) => (
        <div key={fingerprint}>
          <dt>Certificate (SHA-256)</dt>
          <dd>
            <Id id={fingerprint} /> valid until <Moment iso={validTo} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function OidcForm({ organization, settings }: OfSettings) {
  const known = settings.connection?.kind === "oidc" ? settings.connection : undefined;
  const [issuer, setIssuer] = useState(known?.issuer ?? "");
  const [clientId, setClientId] = useState(known?.clientId ?? "");
  const [secret, setSecret] = useState("");
  const isSame = known?.issuer === issuer && known.clientId === clientId;
  const save = useChange(
    organization.id,
    () =>
      change("POST /organization/set-oidc-connection", {
        ...{ organizationId: organization.id, issuer, clientId },
        ...(secret === "" ? {} : { clientSecret: secret }),
      }),
    () => setSecret(""),
  );
  return (
    <form
      className="sso-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Field
        label="Issuer"
        type="url"
        placeholder="https://login.example.com"
        required
        value={issuer}
        onChange={(event) => setIssuer(event.target.value)}
      />
      <Field
        label="Client id"
        required
        value={clientId}
        onChange={(event) => setClientId(event.target.value)}
      />
      <Field
        label="Client secret"
        type="password"
        autoComplete="off"
        required={!isSame}
        hint={
          isSame
            ? "A secret is stored. Leave the field empty to keep this secret."
            : "MemTrace stores the secret encrypted and never shows it."
        }
        value={secret}
        onChange={(event) => setSecret(event.target.value)}
      />
      {save.error ? <Failure error={save.error} what="The provider was not saved" /> : null}
      <p>
        <button type="submit" className="button primary" disabled={save.isPending}>
          Save the provider
        </button>
      </p>
    </form>
  );
}

function SamlForm({ organization }: Pick<OfSettings, "organization">) {
  const id = useId();
  const [metadata, setMetadata] = useState("");
  const save = useChange(
    organization.id,
    () =>
      change("POST /organization/set-saml-connection", {
        ...{ organizationId: organization.id, metadata },
      }),
    () => setMetadata(""),
  );
  return (
    <form
      className="sso-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <div className="field">
        <label htmlFor={id}>The provider's metadata (XML)</label>
        <textarea
          id={id}
          rows={6}
          spellCheck={false}
          required
          value={metadata}
          onChange={(event) => setMetadata(event.target.value)}
        />
      </div>
      {save.error ? <Failure error={save.error} what="The provider was not saved" /> : null}
      <p>
        <button type="submit" className="button primary" disabled={save.isPending}>
          Save the provider
        </button>
      </p>
    </form>
  );
}

function DefaultRole({ organization, settings }: OfSettings) {
  const organizationId = organization.id;
  const save = useChange(organizationId, (role: (typeof DEFAULT_ROLES)[number]) =>
    change("POST /organization/set-default-role", { organizationId, role }),
  );
  return (
    <>
      <Select
        label="Role after a first sign-in"
        value={settings.defaultRole}
        options={DEFAULT_ROLES.map((role) => ({ value: role, label: role }))}
        onChange={(role) => save.mutate(role)}
      />
      {save.error ? <Failure error={save.error} what="The role was not saved" /> : null}
    </>
  );
}

function Remove({ organization }: Pick<OfSettings, "organization">) {
  const organizationId = organization.id;
  const remove = useChange(organizationId, () =>
    change("POST /organization/remove-connection", { organizationId }),
  );
  return (
    <p>
      <DeleteButton
        label="Remove the provider"
        title="Remove the provider?"
        action="Remove the provider"
        failure="The provider was not removed"
        onDelete={() => remove.mutateAsync()}
        onDeleted={() => undefined}
      >
        <p>
          Nobody can sign in through this provider any more, and sign-in through the provider is no
          longer enforced. People without a password can set one with “Forgot your password?” on the
          sign-in page.
        </p>
      </DeleteButton>
    </p>
  );
}
