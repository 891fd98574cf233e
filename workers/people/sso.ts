import type { Database } from "../../src/database/database.ts";
import type { AuditWriter } from "../../src/http/context.ts";
import { createSealing } from "../../src/tenancy/sealing.ts";
import type { SignInWithoutSso } from "../../src/tenancy/sign-in/session-rules.ts";
import { providerFetch } from "../../src/tenancy/sso/provider-fetch.ts";
import { Sso } from "../../src/tenancy/sso/sso.ts";
import { tellOwners } from "../../src/tenancy/sso/without-sso.ts";
import { checkEndpointUrl, type UrlPolicy } from "../../src/webhooks/url-policy.ts";
import type { Bindings } from "../env.ts";
import { now } from "../operation/clock.ts";

export function ssoOf(
  env: Bindings,
  database: Database,
  policy: UrlPolicy,
  randomBytes: (length: number) => Uint8Array,
): Sso {
  return new Sso({
    ...{ database, randomBytes, publicUrl: env.PUBLIC_URL, resolver: env.DNS_RESOLVER_URL },
    development: env.ENVIRONMENT === "development",
    sealing: createSealing(env.SEALING_KEY, "sso-client-secret"),
    ask: providerFetch(
      (url) => checkEndpointUrl(url, policy),
      (url, request) => fetch(url, request),
    ),
    now,
  });
}

interface Recording {
  readonly database: Database;
  readonly audit: AuditWriter;
  readonly newId: (prefix: string) => string;
  readonly wakeMail: () => void;
}

/**
 * Records that an owner signed in without the identity provider that the organization enforces.
 * Reports this to all owners of the organization.
 */
export function recordWithoutSso({ database, audit, newId, wakeMail }: Recording) {
  return async ({ person, organization, headers }: SignInWithoutSso): Promise<void> => {
    const at = Date.now();
    await audit.record(
      {
        ...{ attempt: newId("try"), at, action: "sign_in.without_sso", changes: [], person },
        ...{ owner: { organization, member: person }, key: null, signIn: null, target: person },
        address: headers.get("cf-connecting-ip"),
        userAgent: headers.get("user-agent")?.slice(0, 300) ?? null,
        requestId: headers.get("cf-ray") ?? crypto.randomUUID(),
      },
      at,
    );
    await tellOwners(database, { person, organization }, at);
    wakeMail();
  };
}
