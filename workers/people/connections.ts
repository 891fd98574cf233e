import type { Database } from "../../src/database/database.ts";
import type { Services } from "../../src/http/context.ts";
import { readAccessRequest } from "../../src/tenancy/connections/access-request.ts";
import { findClient, registerClient } from "../../src/tenancy/connections/clients.ts";
import { authenticateConnection } from "../../src/tenancy/connections/connection-access.ts";
import { Connections } from "../../src/tenancy/connections/connections.ts";
import {
  exchangeCode,
  refresh,
  revokeToken,
} from "../../src/tenancy/connections/token-requests.ts";
import { connectionPrincipal } from "../../src/tenancy/principal.ts";
import { networkOf } from "../../src/tenancy/sign-in/network.ts";
import { ownOrigins } from "../../src/tenancy/sign-in/own-origin.ts";
import type { Bindings } from "../env.ts";
import { mailSettingsOf } from "../mail.ts";
import { now } from "../operation/clock.ts";

type ConnectionServices = Pick<
  Services,
  "oauth" | "connections" | "resolveConnection" | "ownOrigin"
>;

export function connectionServices(
  env: Bindings,
  database: Database,
  background: (work: Promise<unknown>) => void,
): ConnectionServices {
  const development = env.ENVIRONMENT === "development";
  const { requiresVerification } = mailSettingsOf(env);
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const deps = () => ({ database, requiresVerification, randomBytes, now: now() });
  const within = async (rate: Bindings["SIGN_IN_RATE"], kind: string, address: string) =>
    (await rate.limit({ key: `${kind} ${networkOf(address)}` })).success;
  return {
    oauth: {
      mayRegister: (address) => within(env.SIGN_IN_RATE, "app", address),
      mayAskForTokens: (address) => within(env.PROJECT_RATE, "tokens", address),
      register: (wanted) => registerClient(database, wanted, now()),
      hasClient: async (id) => (await findClient(database, id)) !== undefined,
      readRequest: (query, resource) => readAccessRequest(database, query, resource),
      exchangeCode: (given) => exchangeCode(deps(), given),
      refresh: (given) => refresh(deps(), given),
      revoke: (given) => revokeToken(database, given),
    },
    connections: (person) => new Connections(database, person),
    resolveConnection: async (token, projectParam) =>
      connectionPrincipal(await authenticateConnection(deps(), token, background), projectParam),
    // In development, apps use the loopback address at which the request arrived.
    ownOrigin: (request) =>
      ownOrigins({ publicUrl: env.PUBLIC_URL, development }, request.url).at(-1) ?? env.PUBLIC_URL,
  };
}
