/**
 * The authorization code flow with PKCE, state and nonce (RFC 6749, RFC 7636, OpenID Connect Core).
 * `oauth4webapi` checks the provider's answers. In an ID token, it checks the signature, issuer,
 * audience, times and nonce. All functions here throw the errors of this library.
 */
import * as oauth from "oauth4webapi";

export interface CodeFlowDeps {
  readonly fetch: (url: string, request: RequestInit) => Promise<Response>;
  /** True allows http, for a provider on the developer's machine. */
  readonly development: boolean;
}

/** This installation as a client of the provider. */
export interface CodeFlowClient {
  readonly id: string;
  readonly secret: string;
  readonly redirectUri: string;
}

/** The server keeps these values during a sign-in. With them, it checks the provider's answer. */
export interface CodeFlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export const OPENID_SCOPE = "openid email profile";
const CLOCK_TOLERANCE_SECONDS = 60;

/**
 * Reads the provider's settings. Call this at each sign-in. Then new signing keys work at once, and
 * removed keys stop working.
 */
export async function discover(
  issuer: string,
  deps: CodeFlowDeps,
): Promise<oauth.AuthorizationServer> {
  const address = new URL(issuer);
  const response = await oauth.discoveryRequest(address, options(deps));
  return oauth.processDiscoveryResponse(address, response);
}

/** Returns the URL of the provider's sign-in page. The nonce is only for OpenID Connect. */
export async function authorizationUrl(
  server: oauth.AuthorizationServer,
  client: Omit<CodeFlowClient, "secret">,
  asked: { readonly scope: string; readonly secrets: CodeFlowSecrets; readonly isOpenId: boolean },
  { development }: CodeFlowDeps,
): Promise<string> {
  const { state, nonce, verifier } = asked.secrets;
  const endpoint = server.authorization_endpoint;
  if (endpoint === undefined) {
    throw new oauth.OperationProcessingError("it names no authorization endpoint");
  }
  const url = new URL(endpoint);
  if (url.protocol !== "https:" && !development) {
    throw new oauth.OperationProcessingError("its authorization endpoint is not https");
  }
  const parameters = {
    ...{ response_type: "code", client_id: client.id, redirect_uri: client.redirectUri },
    ...{ scope: asked.scope, state, ...(asked.isOpenId && { nonce }) },
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** @param answer the URL to which the provider redirected the browser, or its query parameters */
export async function exchangeCode(
  server: oauth.AuthorizationServer,
  client: CodeFlowClient,
  answer: URL | URLSearchParams,
  { state, verifier }: CodeFlowSecrets,
  deps: CodeFlowDeps,
): Promise<Response> {
  const known = toLibrary(client);
  const checked = oauth.validateAuthResponse(server, known, answer, state);
  return oauth.authorizationCodeGrantRequest(
    ...([server, known, authenticationOf(server, client.secret), checked] as const),
    ...([client.redirectUri, verifier, options(deps)] as const),
  );
}

/** Reads the access token from the answer of a server without OpenID Connect. */
export async function accessToken(
  server: oauth.AuthorizationServer,
  client: CodeFlowClient,
  response: Response,
): Promise<string> {
  const known = toLibrary(client);
  return (await oauth.processAuthorizationCodeResponse(server, known, response)).access_token;
}

/**
 * Returns the claims of the ID token. If it contains no e-mail address and the provider has a
 * userinfo endpoint, returns the claims of this endpoint instead.
 */
export async function openIdClaims(
  server: oauth.AuthorizationServer,
  client: CodeFlowClient,
  response: Response,
  { nonce }: CodeFlowSecrets,
  deps: CodeFlowDeps,
): Promise<oauth.UserInfoResponse | oauth.IDToken> {
  const known = toLibrary(client);
  const tokens = await oauth.processAuthorizationCodeResponse(server, known, response, {
    ...{ expectedNonce: nonce, requireIdToken: true },
  });
  await oauth.validateApplicationLevelSignature(server, response, options(deps));
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  if (claims === undefined) throw new oauth.OperationProcessingError("it holds no ID token");
  if (claims.email !== undefined || server.userinfo_endpoint === undefined) return claims;
  const asked = await oauth.userInfoRequest(server, known, tokens.access_token, options(deps));
  return oauth.processUserInfoResponse(server, known, claims.sub, asked);
}

const toLibrary = ({ id }: CodeFlowClient): oauth.Client => ({
  client_id: id,
  [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
});

/**
 * Sends the secret in a header, which is the protocol's default. If the server supports only the
 * body, sends the secret in the body.
 */
function authenticationOf(
  { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer,
  secret: string,
): oauth.ClientAuth {
  const isInBody =
    methods?.includes("client_secret_post") === true && !methods.includes("client_secret_basic");
  return isInBody ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}

function options({ fetch, development }: CodeFlowDeps) {
  return {
    [oauth.customFetch]: (url: string, request: oauth.CustomFetchOptions<string, unknown>) =>
      fetch(url, request as RequestInit),
    [oauth.allowInsecureRequests]: development,
  };
}
