/**
 * Sets how the people of an organization sign in, under `/api/auth/organization`. Admins can see
 * the settings, check domains, test the connection, choose roles and require a second factor. Only
 * owners can do the rest, for example connect a provider. A person who controls the provider can
 * sign in as anybody with an address in the organization's domains, even as an owner.
 */
import type { Context } from "hono";
import type { ErrorCode } from "../../../protocol/error-codes.ts";
import { MAX_SCIM_TOKENS } from "../../../protocol/limits.ts";
import { mayManage } from "../../../protocol/people/roles.ts";
import type {
  ShownConnection,
  SignInSettings,
  StoredConnection,
} from "../../../protocol/people/sso.ts";
import { PEOPLE_ENDPOINTS } from "../../../protocol/people.ts";
import type { Result } from "../../../protocol/result.ts";
import type { SignedInPerson } from "../../../tenancy/principal.ts";
import type { DomainFault } from "../../../tenancy/sso/domains.ts";
import {
  readMetadata,
  samlConnection,
  shownCertificate,
} from "../../../tenancy/sso/saml/metadata.ts";
import { checkEndpointUrl } from "../../../webhooks/url-policy.ts";
import { requireVerified } from "../../authentication.ts";
import type { HttpEnv } from "../../context.ts";
import { declaredInput } from "../../declared-input.ts";
import { ApiError } from "../../errors.ts";
import { router } from "../../route.ts";
import { signedInPerson } from "../../signed-in-person.ts";
import { browserCookie, ownPath } from "../sso/sso.ts";

export const signInSettings = router();

/** @throws ApiError if the person's role in the organization does not permit the request */
async function allowed(
  c: Context<HttpEnv>,
  organization: string,
  least: "admin" | "owner",
): Promise<SignedInPerson> {
  const services = c.get("services");
  const person = await signedInPerson(c);
  requireVerified(services, person);
  const role = await services.roleIn(person.id, organization);
  if (role === null) throw new ApiError("not_found", "You have no such organization.");
  const may = least === "owner" ? role === "owner" : mayManage(role, "admin");
  if (may) return person;
  throw new ApiError(
    "forbidden",
    least === "owner"
      ? "Only an owner of the organization may change this."
      : "Only owners and admins of the organization may do this.",
  );
}

async function settingsOf(c: Context<HttpEnv>, organization: string): Promise<SignInSettings> {
  const services = c.get("services");
  const { sso, publicUrl } = services;
  const [stored, domains, tokens, groups, people] = await Promise.all([
    sso.settings(organization).get(),
    services.domains(organization).list(),
    services.scimTokens(organization).list(),
    services.scimGroups(organization).overview(),
    services.scimUsers(organization).list(undefined, 1, 0),
  ]);
  const { metadata, answers } = sso.samlAddresses(organization);
  return {
    ...{ domains, tokens, groups, provisionedPeople: people.total },
    connection: stored.connection && shown(stored.connection),
    ...{ test: stored.test, defaultRole: stored.defaultRole, isEnforced: stored.isEnforced },
    requiresSecondFactor: stored.requiresSecondFactor,
    addresses: {
      ...{ oidcRedirect: sso.redirectUri, samlMetadata: metadata, samlAnswers: answers },
      scim: `${publicUrl}/scim/v2`,
    },
  };
}

const shown = (connection: StoredConnection): ShownConnection =>
  connection.kind === "oidc"
    ? connection
    : { ...connection, certificates: connection.certificates.map(shownCertificate) };

const DOMAIN_CODES: Readonly<Record<DomainFault["kind"], ErrorCode>> = {
  invalid: "invalid_request",
  too_many: "conflict",
  unknown: "not_found",
  taken: "conflict",
  not_found: "conflict",
  no_answer: "unavailable",
};

function domainAnswer<T>(outcome: Result<T, DomainFault>): T {
  if (outcome.ok) return outcome.value;
  throw new ApiError(DOMAIN_CODES[outcome.fault.kind], outcome.fault.text);
}

signInSettings.get("/sign-in-settings", async (c) => {
  const input = await declaredInput(c, PEOPLE_ENDPOINTS["GET /organization/sign-in-settings"]);
  await allowed(c, input.organizationId, "admin");
  return c.json(await settingsOf(c, input.organizationId));
});

signInSettings.post("/claim-domain", async (c) => {
  const { organizationId, domain } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /organization/claim-domain"],
  );
  await allowed(c, organizationId, "owner");
  const { domains, now, randomBytes } = c.get("services");
  domainAnswer(await domains(organizationId).claim(domain, now(), randomBytes));
  return c.json(await settingsOf(c, organizationId));
});

signInSettings.post("/check-domain", async (c) => {
  const { organizationId, domain } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /organization/check-domain"],
  );
  await allowed(c, organizationId, "admin");
  const { domains, now, sso } = c.get("services");
  domainAnswer(await domains(organizationId).check(domain, now(), sso.lookUp));
  return c.json(await settingsOf(c, organizationId));
});

signInSettings.post("/remove-domain", async (c) => {
  const { organizationId, domain } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /organization/remove-domain"],
  );
  await allowed(c, organizationId, "owner");
  if (!(await c.get("services").domains(organizationId).remove(domain))) {
    throw new ApiError("not_found", "domain: the organization has not claimed it.");
  }
  return c.json(await settingsOf(c, organizationId));
});

signInSettings.post("/set-oidc-connection", async (c) => {
  const { organizationId, issuer, clientId, clientSecret } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /organization/set-oidc-connection"],
  );
  await allowed(c, organizationId, "owner");
  const connection = { kind: "oidc", issuer: allowedUrl(c, "issuer", issuer), clientId } as const;
  await connect(c, organizationId, connection, clientSecret);
  return c.json(await settingsOf(c, organizationId));
});

signInSettings.post("/set-saml-connection", async (c) => {
  const { organizationId, metadata, entityId, signInUrl, certificate } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /organization/set-saml-connection"],
  );
  await allowed(c, organizationId, "owner");
  const fields = { entityId, signInUrl, certificate };
  const isWhole = Object.values(fields).every((field) => field !== undefined);
  const isMixed =
    metadata !== undefined && Object.values(fields).some((field) => field !== undefined);
  if (isMixed || (metadata === undefined && !isWhole)) {
    throw new ApiError(
      "invalid_request",
      "Send either metadata, or all of entityId, signInUrl and certificate.",
    );
  }
  const given = { entityId: entityId ?? "", signInUrl: signInUrl ?? "" };
  const read =
    metadata === undefined
      ? samlConnection({ ...given, certificates: [certificate ?? ""] })
      : readMetadata(metadata);
  if (!read.ok) throw new ApiError("invalid_request", read.fault);
  // The service itself never opens this URL, only browsers do. Still, it must not lead to a script
  // or a file.
  allowedUrl(c, "signInUrl", read.value.signInUrl);
  await connect(c, organizationId, read.value, undefined);
  return c.json(await settingsOf(c, organizationId));
});

/**
 * Checks the URL, but returns it exactly as it was entered, because issuers are compared character
 * by character.
 */
function allowedUrl(c: Context<HttpEnv>, field: string, url: string): string {
  const checked = checkEndpointUrl(url, c.get("services").urlPolicy);
  if (checked.ok) return url;
  throw new ApiError("invalid_request", `${field}: ${checked.fault}`);
}

async function connect(
  c: Context<HttpEnv>,
  organization: string,
  connection: StoredConnection,
  secret: string | undefined,
): Promise<void> {
  const settings = c.get("services").sso.settings(organization);
  const { connection: before } = await settings.get();
  c.set("before", { ...before });
  if (await settings.connect(connection, secret)) return;
  throw new ApiError("invalid_request", "clientSecret: is missing.");
}

signInSettings.post("/remove-connection", async (c) => {
  const { organizationId } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /organization/remove-connection"],
  );
  await allowed(c, organizationId, "owner");
  await c.get("services").sso.settings(organizationId).disconnect();
  return c.json(await settingsOf(c, organizationId));
});

signInSettings.post("/test-connection", async (c) => {
  const { organizationId, next } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /organization/test-connection"],
  );
  const person = await allowed(c, organizationId, "admin");
  const { sso } = c.get("services");
  const { connection } = await sso.settings(organizationId).get();
  if (connection === null) throw new ApiError("conflict", "Set a connection first.");
  const begun = await sso.begin(organizationId, ownPath(next), person.id);
  if (!begun.ok) return c.json({ test: await sso.recordTest(organizationId, begun) });
  c.header("set-cookie", browserCookie(c, begun.value.browser));
  return c.json({ url: begun.value.url });
});

signInSettings.post("/set-default-role", async (c) => {
  const { organizationId, role } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /organization/set-default-role"],
  );
  await allowed(c, organizationId, "admin");
  const settings = c.get("services").sso.settings(organizationId);
  c.set("before", { role: (await settings.get()).defaultRole });
  await settings.setDefaultRole(role);
  return c.json(await settingsOf(c, organizationId));
});

const NOT_ENFORCED = {
  no_domain: "Verify a domain first.",
  not_tested:
    "Set a connection and test it successfully first; otherwise people may be locked out.",
} as const;

signInSettings.post("/enforce-sso", async (c) => {
  const { organizationId, isEnforced } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /organization/enforce-sso"],
  );
  const person = await allowed(c, organizationId, "owner");
  const settings = c.get("services").sso.settings(organizationId);
  c.set("before", { isEnforced: (await settings.get()).isEnforced });
  if (!isEnforced) {
    await settings.endEnforcement();
    return c.json(await settingsOf(c, organizationId));
  }
  const enforced = await settings.enforce(person.signIn);
  if (!enforced.ok) throw new ApiError("conflict", NOT_ENFORCED[enforced.fault]);
  return c.json(await settingsOf(c, organizationId));
});

signInSettings.post("/require-second-factor", async (c) => {
  const { organizationId, isRequired } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /organization/require-second-factor"],
  );
  const person = await allowed(c, organizationId, "admin");
  const { sso, meetsSecondFactor } = c.get("services");
  const settings = sso.settings(organizationId);
  c.set("before", { isRequired: (await settings.get()).requiresSecondFactor });
  if (isRequired && !(await meetsSecondFactor(person, organizationId))) {
    throw new ApiError(
      "conflict",
      "You signed in without a second factor, and would lock yourself out. Set up an authenticator app or add a passkey on your account page, sign in with it, and repeat this.",
    );
  }
  await settings.requireSecondFactor(isRequired);
  return c.json(await settingsOf(c, organizationId));
});

signInSettings.post("/create-scim-token", async (c) => {
  const { organizationId } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /organization/create-scim-token"],
  );
  const person = await allowed(c, organizationId, "owner");
  const { scimTokens, now, randomBytes } = c.get("services");
  const token = await scimTokens(organizationId).create(person.id, now(), randomBytes);
  if (token === undefined) {
    throw new ApiError(
      "conflict",
      `The organization has ${MAX_SCIM_TOKENS} SCIM tokens, the limit. Revoke one first.`,
    );
  }
  return c.json({ ...(await settingsOf(c, organizationId)), token });
});

signInSettings.post("/revoke-scim-token", async (c) => {
  const { organizationId, id } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /organization/revoke-scim-token"],
  );
  await allowed(c, organizationId, "owner");
  if (!(await c.get("services").scimTokens(organizationId).revoke(id))) {
    throw new ApiError("not_found", "The organization has no such SCIM token.");
  }
  return c.json(await settingsOf(c, organizationId));
});

signInSettings.post("/set-group-role", async (c) => {
  const { organizationId, group, role } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /organization/set-group-role"],
  );
  await allowed(c, organizationId, "admin");
  const changed = await c.get("services").scimGroups(organizationId).setRole(group, role);
  if (changed === undefined) throw new ApiError("not_found", "The organization has no such group.");
  c.set("before", { role: changed.before });
  return c.json(await settingsOf(c, organizationId));
});
