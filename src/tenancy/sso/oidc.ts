/**
 * Sign-in through an organization's OpenID Connect provider. If the provider makes an error, the
 * sign-in is refused. The audit log and the connection test show the reason.
 */
import * as oauth from "oauth4webapi";
import type { StatedPerson } from "../../database/schema/teams/sso.ts";
import type { OidcConnection, SsoProblem } from "../../protocol/people/sso.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import {
  authorizationUrl,
  type CodeFlowSecrets,
  discover,
  exchangeCode,
  OPENID_SCOPE,
  openIdClaims,
} from "../authorization-code.ts";
import { ProviderFailure, type ProviderFetch } from "./provider-fetch.ts";
import { type Refused, refused } from "./refused.ts";
import { addressIn } from "./sso-address.ts";

export interface OidcDeps {
  readonly fetch: ProviderFetch;
  readonly redirectUri: string;
  /** True allows http, for a provider on the developer's machine. */
  readonly development: boolean;
}

interface Answered {
  readonly url: URL;
  readonly secrets: CodeFlowSecrets;
  readonly secret: string;
}

/** Returns the URL of the provider's page for the browser. */
export async function oidcRequestUrl(
  deps: OidcDeps,
  { issuer, clientId }: OidcConnection,
  secrets: CodeFlowSecrets,
): Promise<Result<string, Refused>> {
  return refusing("provider_unreachable", async () => {
    const provider = await discover(issuer, deps);
    const client = { id: clientId, redirectUri: deps.redirectUri };
    const asked = { scope: OPENID_SCOPE, secrets, isOpenId: true };
    return success(await authorizationUrl(provider, client, asked, deps));
  });
}

/** Exchanges the code from the redirect URL, and checks the ID token. */
export async function oidcPerson(
  deps: OidcDeps,
  { issuer, clientId }: OidcConnection,
  { url, secrets, secret }: Answered,
): Promise<Result<StatedPerson, Refused>> {
  return refusing("answer_invalid", async () => {
    const provider = await discover(issuer, deps);
    const client = { id: clientId, secret, redirectUri: deps.redirectUri };
    const response = await exchangeCode(provider, client, url, secrets, deps);
    const claims = await openIdClaims(provider, client, response, secrets, deps);
    return personOf(claims.sub, claims);
  });
}

function personOf(
  subject: string,
  claims: Readonly<Record<string, unknown>>,
): Result<StatedPerson, Refused> {
  const { email, email_verified: isVerified } = claims;
  if (typeof email !== "string" || email === "") {
    return refused(
      "address_missing",
      "The provider states no claim `email`. Allow the scope email.",
    );
  }
  if (isVerified === false || isVerified === "false") {
    return refused("address_unverified", `The provider has not verified the address ${email}.`);
  }
  const address = addressIn(email);
  if (address === undefined) {
    return refused("address_invalid", `${email} is no address that accounts can have.`);
  }
  return success({ subject, address, name: nameIn(claims) ?? address.split("@")[0] ?? address });
}

function nameIn(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { name, given_name: given, family_name: family } = claims;
  if (typeof name === "string" && name.trim() !== "") return name.trim();
  const parts = [given, family].filter((part) => typeof part === "string" && part !== "");
  return parts.length > 0 ? parts.join(" ") : undefined;
}

/**
 * Runs `run`. If its error shows that the provider made a mistake or cannot be reached, returns a
 * refusal. Any other error is a bug and is thrown again.
 */
async function refusing<T>(
  otherwise: SsoProblem,
  run: () => Promise<Result<T, Refused>>,
): Promise<Result<T, Refused>> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProviderFailure) return refused("provider_unreachable", error.message);
    if (error instanceof oauth.AuthorizationResponseError) {
      return refused("provider_refused", said(error.error, error.error_description));
    }
    if (error instanceof oauth.ResponseBodyError) {
      return refused("provider_refused", said(error.error, error.error_description));
    }
    if (error instanceof oauth.WWWAuthenticateChallengeError) {
      return refused("provider_refused", `The provider answered ${error.status}.`);
    }
    if (
      error instanceof oauth.OperationProcessingError ||
      error instanceof oauth.UnsupportedOperationError ||
      error instanceof TypeError
    ) {
      return failure({ problem: otherwise, detail: `The provider's answer: ${error.message}.` });
    }
    throw error;
  }
}

const said = (code: string, description: string | undefined) =>
  `The provider answered ${code}${description === undefined ? "." : `: ${description}`}`;
