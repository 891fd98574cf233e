import { useState } from "react";
import { GROUP_ROLES, type GroupRole, type ProvisionedGroup } from "../../protocol/people/sso.ts";
import { DeleteButton } from "../components/form/delete-button.tsx";
import { SecretOnce } from "../components/form/secret-once.tsx";
import { Failure } from "../components/page/states.tsx";
import { LastUsed, Moment } from "../components/text/moment.tsx";
import { count } from "../text/time.ts";
import { Copyable, type OfSettings, Section, useChange } from "./section.tsx";
import { change } from "./sso-api.ts";

export function ScimSection({ organization, settings }: OfSettings) {
  const organizationId = organization.id;
  const isOwner = organization.role === "owner";
  const [token, setToken] = useState<string>();
  const create = useChange(organizationId, async () => {
    const made = await change("POST /organization/create-scim-token", { organizationId });
    setToken(made.token);
    return made;
  });
  return (
    <Section title="Directory (SCIM)">
      <p className="muted">
        Your directory adds, changes and removes people. The groups of the directory give people
        their roles. The directory has provisioned {count(settings.provisionedPeople)} people.
      </p>
      <Copyable label="SCIM address" text={settings.addresses.scim} />
      {settings.tokens.map((each) => (
        <Token key={each.id} organization={organization} token={each} />
      ))}
      {settings.tokens.length === 0 ? <p>No token yet.</p> : null}
      {isOwner ? (
        <p>
          <button
            type="button"
            className="button"
            disabled={create.isPending}
            onClick={() => create.mutate()}
          >
            Create a token
          </button>
        </p>
      ) : null}
      {create.error ? <Failure error={create.error} what="No token was created" /> : null}
      {settings.groups.map((group) => (
        <Group key={group.id} organization={organization} group={group} />
      ))}
      {token === undefined ? null : (
        <SecretOnce
          title="SCIM token"
          secret={token}
          note="Enter this token in the settings of your directory."
          onClose={() => setToken(undefined)}
        />
      )}
    </Section>
  );
}

interface TokenProps {
  readonly organization: OfSettings["organization"];
  readonly token: OfSettings["settings"]["tokens"][number];
}

function Token({ organization, token: { id, hint, createdAt, lastUsedAt } }: TokenProps) {
  const given = { organizationId: organization.id, id };
  const revoke = useChange(organization.id, () =>
    change("POST /organization/revoke-scim-token", given),
  );
  return (
    <p className="sso-line">
      <span>
        <code>{hint}</code> created <Moment iso={createdAt} />, <LastUsed iso={lastUsedAt} />
      </span>
      {organization.role === "owner" ? (
        <DeleteButton
          label="Revoke"
          describedAs={`Revoke ${hint}`}
          look="small quiet"
          title="Revoke the token?"
          action="Revoke"
          failure="The token was not revoked"
          onDelete={() => revoke.mutateAsync()}
          onDeleted={() => undefined}
        >
          <p>Your directory can no longer add, change or remove people with this token.</p>
        </DeleteButton>
      ) : null}
    </p>
  );
}

interface GroupProps {
  readonly organization: OfSettings["organization"];
  readonly group: ProvisionedGroup;
}

function Group({ organization, group }: GroupProps) {
  const set = useChange(organization.id, (role: GroupRole | null) =>
    change("POST /organization/set-group-role", {
      ...{ organizationId: organization.id, group: group.id, role },
    }),
  );
  const chosen = (value: string) => GROUP_ROLES.find((role) => role === value) ?? null;
  return (
    <div className="sso-line">
      <label className="sso-group">
        <span>
          {group.name} <span className="muted">{count(group.members)} people</span>
        </span>
        <select
          value={group.role ?? ""}
          disabled={set.isPending}
          onChange={(event) => set.mutate(chosen(event.target.value))}
        >
          <option value="">no role</option>
          {GROUP_ROLES.map((role) => (
            <option key={role} value={role}>
              {role}
            </option>
          ))}
        </select>
      </label>
      {set.error ? <Failure error={set.error} what="The role was not saved" /> : null}
    </div>
  );
}
