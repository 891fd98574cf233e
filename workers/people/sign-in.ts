import type { Database } from "../../src/database/database.ts";
import type { Services, SignInProviders } from "../../src/http/context.ts";
import { deleteAccount } from "../../src/tenancy/account/delete-account.ts";
import { exportAccount } from "../../src/tenancy/account/export-account.ts";
import { OwnWaysToSignIn } from "../../src/tenancy/account/ways-to-sign-in.ts";
import { createSealing } from "../../src/tenancy/sealing.ts";
import type { AddressLinkDeps } from "../../src/tenancy/sign-in/address-links.ts";
import { forgetFailures } from "../../src/tenancy/sign-in/attempts.ts";
import { networkOf } from "../../src/tenancy/sign-in/network.ts";
import { ownOrigins } from "../../src/tenancy/sign-in/own-origin.ts";
import { Passkeys } from "../../src/tenancy/sign-in/passkeys/passkeys.ts";
import {
  finishAuthorization,
  startAuthorization,
} from "../../src/tenancy/sign-in/providers/authorization.ts";
import type { SignInProvider } from "../../src/tenancy/sign-in/providers/provider.ts";
import { personAtProvider } from "../../src/tenancy/sign-in/providers/provider-accounts.ts";
import {
  factorsGiven,
  meetsRequirement,
  organizationsRequiring,
  rememberFactor,
} from "../../src/tenancy/sign-in/second-factor/required-factor.ts";
import { SecondFactors } from "../../src/tenancy/sign-in/second-factor/second-factors.ts";
import { SignInSteps } from "../../src/tenancy/sign-in/steps.ts";
import type { Bindings } from "../env.ts";

/**
 * Timeout of a request to a sign-in provider. It is short, because a person waits for the answer.
 */
const ANSWER_MS = 10_000;
const GOOGLE_ISSUER = "https://accounts.google.com";

type SignInServices = Pick<
  Services,
  | "signInProviders"
  | "steps"
  | "mayBeginStep"
  | "secondFactors"
  | "organizationsRequiring"
  | "meetsSecondFactor"
  | "factorsGiven"
  | "rememberFactor"
  | "passkeys"
  | "askingPage"
  | "waysToSignIn"
  | "exportAccount"
  | "deleteAccount"
  | "forgetFailures"
>;

/** @param within counts an attempt, and returns whether it is within the limit */
export function signInServices(
  env: Bindings,
  deps: AddressLinkDeps,
  within: (key: string) => Promise<boolean>,
): SignInServices {
  const { database } = deps;
  const development = env.ENVIRONMENT === "development";
  return {
    signInProviders: signInProviders(env, database),
    steps: new SignInSteps(deps),
    mayBeginStep: (address) => within(`step ${networkOf(address)}`),
    secondFactors: new SecondFactors({
      ...deps,
      sealing: createSealing(env.SEALING_KEY, "authenticator-app"),
    }),
    organizationsRequiring: (person) => organizationsRequiring(database, person),
    meetsSecondFactor: (person, organization) => meetsRequirement(database, person, organization),
    factorsGiven: (signIn) => factorsGiven(database, signIn),
    rememberFactor: (signIn, kind) => rememberFactor(database, signIn, kind),
    passkeys: new Passkeys(deps),
    askingPage: (request) => {
      const origins = ownOrigins({ publicUrl: env.PUBLIC_URL, development }, request.url);
      // A passkey is bound to the host name of the page. In development, the page can come from
      // another address than `PUBLIC_URL`, such as localhost. It is then the last of `origins`.
      const own = origins.at(-1) ?? env.PUBLIC_URL;
      return { origins, host: new URL(own).hostname };
    },
    waysToSignIn: (person) => new OwnWaysToSignIn(database, person),
    exportAccount: (person) => exportAccount(database, person),
    deleteAccount: (person) => deleteAccount(database, person, Date.now()),
    forgetFailures: (account) => forgetFailures(database, account),
  };
}

function signInProviders(env: Bindings, database: Database): SignInProviders {
  const deps = {
    fetch: (url: string, request: RequestInit) =>
      fetch(url, { ...request, signal: AbortSignal.timeout(ANSWER_MS) }),
    development: env.ENVIRONMENT === "development",
  };
  const redirectUri = ({ id }: SignInProvider) =>
    new URL(`/api/auth/callback/${id}`, env.PUBLIC_URL).href;
  return {
    // Read the settings only when the list is needed. If one provider's setting is wrong, the rest
    // of the service must still work.
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

/** @throws Error if the secret is missing, because the sign-in button would not work */
function clientOf(provider: string, clientId: string, clientSecret: string | undefined) {
  if (!clientId) return undefined;
  if (clientSecret) return { clientId, clientSecret };
  throw new Error(
    `${provider}_CLIENT_ID is set, but not its secret. Run \`npx wrangler secret put ${provider}_CLIENT_SECRET\`.`,
  );
}
