import * as oauth from "oauth4webapi";
import {
  accessToken,
  authorizationUrl,
  type CodeFlowDeps,
  type CodeFlowSecrets,
  discover,
  exchangeCode,
  OPENID_SCOPE,
  openIdClaims,
} from "../../authorization-code.ts";
import { GITHUB_SCOPE, githubPerson, githubServer } from "./github.ts";
import type { ProviderPerson, SignInProvider } from "./provider.ts";

export type AuthorizationFault =
  /** The person cancelled, or the provider refused the person. */
  | "refused"
  /** The provider did not answer, or its answer violates the protocol. */
  | "provider_failed";

export class AuthorizationFailure extends Error {
  readonly fault: AuthorizationFault;

  constructor(fault: AuthorizationFault, cause: unknown) {
    super(`The sign-in provider's answer was not accepted (${fault}).`, { cause });
    this.fault = fault;
  }
}

/**
 * Returns the URL of the provider's page, which the browser opens. Also returns the secrets that
 * must be kept until the provider answers.
 *
 * @throws AuthorizationFailure
 */
export async function startAuthorization(
  provider: SignInProvider,
  redirectUri: string,
  deps: CodeFlowDeps,
): Promise<{ url: string; secrets: CodeFlowSecrets }> {
  return failingAs(async () => {
    const isOpenId = provider.kind === "oidc";
    const secrets = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
    };
    const client = { id: provider.clientId, redirectUri };
    const asked = { scope: isOpenId ? OPENID_SCOPE : GITHUB_SCOPE, secrets, isOpenId };
    const url = await authorizationUrl(await serverOf(provider, deps), client, asked, deps);
    return { url, secrets };
  });
}

/**
 * Identifies the person from the query parameters of the provider's redirect.
 * @throws AuthorizationFailure
 */
export async function finishAuthorization(
  provider: SignInProvider,
  answer: { parameters: URLSearchParams; redirectUri: string; secrets: CodeFlowSecrets },
  deps: CodeFlowDeps,
): Promise<ProviderPerson> {
  return failingAs(async () => {
    const { parameters, redirectUri, secrets } = answer;
    const server = await serverOf(provider, deps);
    const client = { id: provider.clientId, secret: provider.clientSecret, redirectUri };
    const response = await exchangeCode(server, client, parameters, secrets, deps);
    if (provider.kind === "github")
      return githubPerson(provider, await accessToken(server, client, response), deps);
    const claims = await openIdClaims(server, client, response, secrets, deps);
    const { sub, email, email_verified, name } = claims;
    return {
      subject: sub,
      email: typeof email === "string" ? email.toLowerCase() : null,
      isVerified: email_verified === true,
      name: typeof name === "string" ? name : null,
    };
  });
}

const serverOf = async (provider: SignInProvider, deps: CodeFlowDeps) =>
  provider.kind === "github" ? githubServer(provider) : discover(provider.issuer, deps);

async function failingAs<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isRefusal = error instanceof oauth.AuthorizationResponseError;
    throw new AuthorizationFailure(isRefusal ? "refused" : "provider_failed", error);
  }
}
