/**
 * Asks a provider who somebody is: the authorization code flow with PKCE, state and nonce. The
 * library checks the answer, the id token's signature, issuer, audience, times and nonce.
 */
import * as oauth from "oauth4webapi";
import { githubPerson, githubServer } from "./github.ts";
import type { OidcProvider, ProviderDeps, ProviderPerson, SignInProvider } from "./provider.ts";

/** What a browser must bring back, kept on the server. */
export interface AuthorizationSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Why a provider's answer signs nobody in. */
export type AuthorizationFault =
  /** The person cancelled, or the provider refused them. */
  | "refused"
  /** The provider does not answer, or not as the protocol demands. */
  | "provider_failed";

export class AuthorizationFailure extends Error {
  readonly fault: AuthorizationFault;

  constructor(fault: AuthorizationFault, cause: unknown) {
    super(`The sign-in provider's answer was not accepted (${fault}).`, { cause });
    this.fault = fault;
  }
}

/**
 * The provider's page to send the browser to.
 * @throws AuthorizationFailure
 */
export async function startAuthorization(
  provider: SignInProvider,
  redirectUri: string,
  deps: ProviderDeps,
): Promise<{ url: string; secrets: AuthorizationSecrets }> {
  return failingAs(async () => {
    const server = await serverOf(provider, deps);
    const endpoint = server.authorization_endpoint;
    if (endpoint === undefined) throw new Error("The provider names no authorization endpoint.");
    const secrets = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
    };
    const url = new URL(endpoint);
    const parameters: Readonly<Record<string, string>> = {
      client_id: provider.clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: provider.kind === "oidc" ? "openid email profile" : "read:user user:email",
      state: secrets.state,
      code_challenge: await oauth.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: "S256",
      ...(provider.kind === "oidc" && { nonce: secrets.nonce }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { url: url.href, secrets };
  });
}

/**
 * The person, from the parameters with which the provider sent the browser back.
 * @throws AuthorizationFailure
 */
export async function finishAuthorization(
  provider: SignInProvider,
  answer: { parameters: URLSearchParams; redirectUri: string; secrets: AuthorizationSecrets },
  deps: ProviderDeps,
): Promise<ProviderPerson> {
  return failingAs(async () => {
    const server = await serverOf(provider, deps);
    const client = { client_id: provider.clientId };
    const { state, nonce, verifier } = answer.secrets;
    const checked = oauth.validateAuthResponse(server, client, answer.parameters, state);
    const options = requestOptions(deps);
    const response = await oauth.authorizationCodeGrantRequest(
      ...([server, client, authenticationOf(server, provider), checked] as const),
      ...([answer.redirectUri, verifier, options] as const),
    );
    if (provider.kind === "github") {
      const { access_token } = await oauth.processAuthorizationCodeResponse(
        ...([server, client, response] as const),
      );
      return githubPerson(provider, access_token, deps);
    }
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, response, options);
    return oidcPerson(server, client, tokens, deps);
  });
}

/** The claims of the id token; if they hold no address, those of the userinfo endpoint. */
async function oidcPerson(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  tokens: oauth.TokenEndpointResponse,
  deps: ProviderDeps,
): Promise<ProviderPerson> {
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  if (claims === undefined) throw new Error("The provider sent no id token.");
  const asked =
    claims.email !== undefined || server.userinfo_endpoint === undefined
      ? claims
      : await oauth.processUserInfoResponse(
          ...([server, client, claims.sub] as const),
          await oauth.userInfoRequest(server, client, tokens.access_token, requestOptions(deps)),
        );
  const { email, email_verified, name } = asked;
  return {
    subject: claims.sub,
    email: typeof email === "string" ? email.toLowerCase() : null,
    isVerified: email_verified === true,
    name: typeof name === "string" ? name : null,
  };
}

async function serverOf(
  provider: SignInProvider,
  deps: ProviderDeps,
): Promise<oauth.AuthorizationServer> {
  return provider.kind === "github" ? githubServer(provider) : discover(provider, deps);
}

/** Asked anew each time: sign-ins are rare, and keys and endpoints change. */
async function discover({ issuer }: OidcProvider, deps: ProviderDeps) {
  const url = new URL(issuer);
  const response = await oauth.discoveryRequest(url, requestOptions(deps));
  return oauth.processDiscoveryResponse(url, response);
}

/** In the header, as servers must accept it; in the body if the server names that alone. */
function authenticationOf(
  { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer,
  { clientSecret }: SignInProvider,
): oauth.ClientAuth {
  const inBody = methods !== undefined && !methods.includes("client_secret_basic");
  return inBody ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret);
}

function requestOptions({ fetch, development, timeout }: ProviderDeps) {
  return {
    [oauth.customFetch]: (url: string, request: RequestInit) => fetch(url, request),
    [oauth.allowInsecureRequests]: development,
    signal: timeout,
  };
}

async function failingAs<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isRefusal = error instanceof oauth.AuthorizationResponseError;
    throw new AuthorizationFailure(isRefusal ? "refused" : "provider_failed", error);
  }
}
