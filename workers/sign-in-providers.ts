/** The sign-in providers that the configuration names. */
import type { Database } from "../src/database/database.ts";
import type { SignInProviders } from "../src/http/context.ts";
import {
  finishAuthorization,
  startAuthorization,
} from "../src/tenancy/sign-in/providers/authorization.ts";
import type { SignInProvider } from "../src/tenancy/sign-in/providers/provider.ts";
import { personAtProvider } from "../src/tenancy/sign-in/providers/provider-accounts.ts";
import type { Bindings } from "./env.ts";

/** A person waits for the provider. */
const ANSWER_MS = 10_000;
const GOOGLE_ISSUER = "https://accounts.google.com";

export function signInProviders(env: Bindings, database: Database): SignInProviders {
  const deps = {
    fetch: (url: RequestInfo | URL, request?: RequestInit) => fetch(url, request),
    development: env.ENVIRONMENT === "development",
    timeout: () => AbortSignal.timeout(ANSWER_MS),
  };
  const redirectUri = ({ id }: SignInProvider) =>
    new URL(`/api/auth/callback/${id}`, env.PUBLIC_URL).href;
  return {
    // A wrong setting must not stop the rest of the service.
    get list() {
      return configured(env);
    },
    start: (provider) => startAuthorization(provider, redirectUri(provider), deps),
    finish: (provider, parameters, secrets) =>
      finishAuthorization(
        provider,
        { parameters, redirectUri: redirectUri(provider), secrets },
        deps,
      ),
    personOf: (provider, claimed) => personAtProvider(database, provider, claimed, Date.now()),
  };
}

function configured(env: Bindings): readonly SignInProvider[] {
  const google = clientOf("GOOGLE", env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET);
  const github = clientOf("GITHUB", env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET);
  const oidc = clientOf("OIDC", env.OIDC_ISSUER && env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET);
  const url = (env.GITHUB_URL || "https://github.com").replace(/\/$/, "");
  const list: (SignInProvider | undefined)[] = [
    google && { kind: "oidc", id: "google", name: "Google", issuer: GOOGLE_ISSUER, ...google },
    github && { kind: "github", id: "github", name: "GitHub", url, ...github },
    oidc && {
      ...{ kind: "oidc", id: "oidc", issuer: env.OIDC_ISSUER, ...oidc },
      name: env.OIDC_NAME || "single sign-on",
    },
  ];
  return list.filter((provider) => provider !== undefined);
}

/** @throws if the secret is missing, because the button would lead nowhere */
function clientOf(provider: string, clientId: string, clientSecret: string | undefined) {
  if (!clientId) return undefined;
  if (clientSecret) return { clientId, clientSecret };
  throw new Error(
    `${provider}_CLIENT_ID is set, but not its secret. Run \`npx wrangler secret put ${provider}_CLIENT_SECRET\`.`,
  );
}
