/**
 * Sign-in with GitHub. GitHub supports OAuth 2.0 but not OpenID Connect. So the person and the
 * e-mail addresses are read from GitHub's API.
 */
import * as z from "zod";
import type { CodeFlowDeps } from "../../authorization-code.ts";
import type { GithubProvider, ProviderPerson } from "./provider.ts";

const Person = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() });
const Addresses = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

export const GITHUB_SCOPE = "read:user user:email";

export const githubServer = ({ url }: GithubProvider) => ({
  issuer: url,
  authorization_endpoint: `${url}/login/oauth/authorize`,
  token_endpoint: `${url}/login/oauth/access_token`,
  // GitHub expects the client's secret in the body.
  token_endpoint_auth_methods_supported: ["client_secret_post"],
});

/** @throws if GitHub's API does not answer as documented */
export async function githubPerson(
  { url }: GithubProvider,
  token: string,
  deps: CodeFlowDeps,
): Promise<ProviderPerson> {
  const api = url === "https://github.com" ? "https://api.github.com" : `${url}/api/v3`;
  const ask = async (path: string): Promise<unknown> => {
    const headers = {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${token}`,
      "user-agent": "MemTrace",
    };
    const answer = await deps.fetch(`${api}${path}`, { headers });
    if (!answer.ok) throw new Error(`GitHub answered ${answer.status} for ${path}.`);
    return answer.json();
  };
  const person = Person.parse(await ask("/user"));
  const primary = Addresses.parse(await ask("/user/emails")).find((address) => address.primary);
  return {
    subject: `${person.id}`,
    email: primary?.email.toLowerCase() ?? null,
    isVerified: primary?.verified ?? false,
    name: person.name || person.login,
  };
}
