/**
 * Sign-in through an OpenID Connect provider: authorization code with PKCE, state and nonce. The
 * provider's description and its keys are read anew for each sign-in, so a replaced key works at
 * once, and a removed one no longer.
 */
import * as oauth from "oauth4webapi";
import type { StatedPerson } from "../../database/schema/teams/sso.ts";
import type { OidcConnection, SsoProblem } from "../../protocol/people/sso.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import { ProviderFailure, type ProviderFetch } from "./provider-fetch.ts";
import { type Refused, refused } from "./refused.ts";
import { addressIn } from "./sso-address.ts";

const SCOPE = "openid email profile";
const CLOCK_TOLERANCE_SECONDS = 60;

export interface OidcDeps {
  readonly ask: ProviderFetch;
  readonly redirectUri: string;
  /** Allows http, for providers on the same machine. */
  readonly development: boolean;
}

interface Answered {
  readonly url: URL;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly secret: string;
}

/** The provider's address to open in the browser. */
export async function oidcRequestUrl(
  deps: OidcDeps,
  connection: OidcConnection,
  asked: { readonly state: string; readonly nonce: string; readonly verifier: string },
): Promise<Result<string, Refused>> {
  return refusing("provider_unreachable", async () => {
    const provider = await discover(deps, connection);
    const endpoint = provider.authorization_endpoint;
    if (endpoint === undefined) {
      return refused("provider_refused", "The provider names no authorization endpoint.");
    }
    const url = new URL(endpoint);
    if (url.protocol !== "https:" && !deps.development) {
      return refused("provider_refused", "The provider's authorization endpoint is not https.");
    }
    const parameters = {
      ...{ response_type: "code", client_id: connection.clientId, scope: SCOPE },
      ...{ redirect_uri: deps.redirectUri, state: asked.state, nonce: asked.nonce },
      code_challenge: await oauth.calculatePKCECodeChallenge(asked.verifier),
      code_challenge_method: "S256",
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return success(url.href);
  });
}

/** Exchanges the code of the browser's request and checks the ID token. */
export async function oidcPerson(
  deps: OidcDeps,
  connection: OidcConnection,
  { url, state, nonce, verifier, secret }: Answered,
): Promise<Result<StatedPerson, Refused>> {
  const client: oauth.Client = {
    client_id: connection.clientId,
    [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
  };
  return refusing("answer_invalid", async () => {
    const provider = await discover(deps, connection);
    const parameters = oauth.validateAuthResponse(provider, client, url, state);
    const response = await oauth.authorizationCodeGrantRequest(
      ...([provider, client, clientAuthentication(provider, secret), parameters] as const),
      ...([deps.redirectUri, verifier, options(deps)] as const),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(provider, client, response, {
      ...{ expectedNonce: nonce, requireIdToken: true },
    });
    await oauth.validateApplicationLevelSignature(provider, response, options(deps));
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    if (claims === undefined) return refused("answer_invalid", "The answer holds no ID token.");
    if (claims.email !== undefined) return personOf(claims.sub, claims);
    const asked = await oauth.userInfoRequest(provider, client, tokens.access_token, options(deps));
    return personOf(
      claims.sub,
      await oauth.processUserInfoResponse(provider, client, claims.sub, asked),
    );
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

async function discover(
  deps: OidcDeps,
  { issuer }: OidcConnection,
): Promise<oauth.AuthorizationServer> {
  const address = new URL(issuer);
  const response = await oauth.discoveryRequest(address, { ...options(deps), algorithm: "oidc" });
  return oauth.processDiscoveryResponse(address, response);
}

function options({ ask, development }: OidcDeps) {
  return {
    [oauth.customFetch]: (url: string, request: oauth.CustomFetchOptions<string, unknown>) =>
      ask(url, request as RequestInit),
    [oauth.allowInsecureRequests]: development,
  };
}

/** Basic is the default of the protocol; a provider that lists only `post` gets that. */
function clientAuthentication(
  { token_endpoint_auth_methods_supported: known }: oauth.AuthorizationServer,
  secret: string,
): oauth.ClientAuth {
  const isPostOnly =
    known?.includes("client_secret_post") === true && !known.includes("client_secret_basic");
  return isPostOnly ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}

/** Turns the library's errors into refusals. Others are ours and go on. */
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
