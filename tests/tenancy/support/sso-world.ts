/**
 * The servers outside the service for sign-in through providers: a DNS resolver and an OIDC
 * provider, scripted.
 */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { vi } from "vitest";
import { AuditLog } from "../../../src/database/audit/audit-log.ts";
import type { SignInSettings } from "../../../src/protocol/people/sso.ts";
import { Browser, database, newOrganization, type Person, signUp } from "./browser.ts";

const base64url = (value: string | Uint8Array) => Buffer.from(value).toString("base64url");

export interface Claims {
  sub?: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** Speaks OpenID Connect: discovery, JWKS, and the token endpoint with PKCE and client secret. */
export class OidcProvider {
  readonly issuer = `https://i${crypto.randomUUID().replaceAll("-", "")}.example.com`;
  readonly clientId = "memtrace";
  readonly clientSecret = "a secret of the client";
  #key = newKey();
  /** The person whose claims the next sign-in states. */
  person: Claims = {};
  /** Changes the claims of the ID token, for tests of wrong tokens. */
  wrong: (claims: Record<string, unknown>) => Record<string, unknown> = (claims) => claims;
  /** Signs with a key that the provider does not publish. */
  signsWithUnknownKey = false;
  #codes = new Map<string, { nonce: string; challenge: string }>();

  rotateKey(): void {
    this.#key = newKey();
  }

  /** Returns the parameters with which the browser comes back from the provider's page. */
  approve(location: string): URL {
    const asked = new URL(location).searchParams;
    const code = crypto.randomUUID();
    this.#codes.set(code, {
      nonce: asked.get("nonce") ?? "",
      challenge: asked.get("code_challenge") ?? "",
    });
    const back = new URL(asked.get("redirect_uri") ?? "");
    back.searchParams.set("code", code);
    back.searchParams.set("state", asked.get("state") ?? "");
    back.searchParams.set("iss", this.issuer);
    return back;
  }

  async answer(request: Request): Promise<Response | undefined> {
    const { origin, pathname } = new URL(request.url);
    if (origin !== this.issuer) return undefined;
    if (pathname === "/.well-known/openid-configuration") return Response.json(this.#description());
    if (pathname === "/jwks") return Response.json({ keys: [this.#key.jwk] });
    if (pathname === "/token") return this.#token(request);
    return new Response("nothing here", { status: 404 });
  }

  #description() {
    const at = (path: string) => `${this.issuer}${path}`;
    return {
      ...{ issuer: this.issuer, jwks_uri: at("/jwks"), token_endpoint: at("/token") },
      ...{ authorization_endpoint: at("/authorize"), response_types_supported: ["code"] },
      ...{ subject_types_supported: ["public"], id_token_signing_alg_values_supported: ["RS256"] },
      authorization_response_iss_parameter_supported: true,
    };
  }

  async #token(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text());
    const basic = Buffer.from(`${this.clientId}:${encodeURIComponent(this.clientSecret)}`);
    const expected = `Basic ${basic.toString("base64").replace(/%20/g, "+")}`;
    const given = request.headers.get("authorization") ?? "";
    const readable = (header: string) =>
      decodeURIComponent(
        Buffer.from(header.slice("Basic ".length), "base64").toString().replace(/\+/g, " "),
      );
    if (readable(given) !== readable(expected)) {
      return Response.json({ error: "invalid_client" }, { status: 401 });
    }
    const issued = this.#codes.get(form.get("code") ?? "");
    this.#codes.delete(form.get("code") ?? "");
    const verifier = new TextEncoder().encode(form.get("code_verifier") ?? "");
    const challenge = base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", verifier)));
    if (issued === undefined || issued.challenge !== challenge) {
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    }
    const now = Math.floor(Date.now() / 1_000);
    const claims = this.wrong({
      ...{ iss: this.issuer, aud: this.clientId, iat: now, exp: now + 300, nonce: issued.nonce },
      ...this.person,
    });
    return Response.json({
      ...{ access_token: "an access token", token_type: "Bearer", id_token: this.#jwt(claims) },
    });
  }

  #jwt(claims: Record<string, unknown>): string {
    const key = this.signsWithUnknownKey ? { ...newKey(), jwk: this.#key.jwk } : this.#key;
    const header = { alg: "RS256", typ: "JWT", kid: key.jwk.kid };
    const body = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(claims))}`;
    return `${body}.${base64url(sign("sha256", Buffer.from(body), key.privateKey))}`;
  }
}

function newKey(): { privateKey: KeyObject; jwk: Record<string, unknown> } {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const jwk = publicKey.export({ format: "jwk" });
  return {
    privateKey,
    jwk: { ...jwk, kid: crypto.randomUUID(), alg: "RS256", use: "sig" },
  };
}

/** Replaces `fetch` with the scripted resolver and the providers. */
export class SsoWorld {
  /** TXT records by name. */
  readonly records = new Map<string, string[]>();
  readonly providers: OidcProvider[] = [];
  /** A status with which the resolver answers every request, such as a DNS failure. */
  dnsStatus: number | undefined;

  constructor() {
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      const url = new URL(request.url);
      if (url.pathname === "/dns-query") return this.#dns(url.searchParams.get("name") ?? "");
      for (const provider of this.providers) {
        const answer = await provider.answer(request);
        if (answer !== undefined) return answer;
      }
      return new Response(null, { status: 204 });
    });
  }

  newProvider(): OidcProvider {
    const provider = new OidcProvider();
    this.providers.push(provider);
    return provider;
  }

  #dns(name: string): Response {
    if (this.dnsStatus !== undefined) return Response.json({ Status: this.dnsStatus });
    const found = this.records.get(name);
    return Response.json({
      Status: found === undefined ? 3 : 0,
      Answer: found?.map((text) => ({ name, type: 16, TTL: 60, data: `"${text}"` })),
    });
  }

  /** Creates an organization with an owner and a verified domain. */
  async newCompany(): Promise<Company> {
    const owner = await signUp("Ada");
    const organization = await newOrganization(owner);
    const company = new Company(
      owner,
      organization,
      `c${crypto.randomUUID().replaceAll("-", "")}.com`,
    );
    await this.verify(company, company.domain);
    return company;
  }

  async verify(company: Company, domain: string): Promise<Response> {
    const claimed = await company.change("claim-domain", { domain });
    const record = claimed.domains.find((each) => each.domain === domain);
    if (record === undefined) throw new Error(`${domain} was not claimed.`);
    this.records.set(record.recordName, [record.recordValue]);
    return company.ask("check-domain", { domain });
  }
}

export class Company {
  readonly owner: Person;
  readonly organization: string;
  readonly domain: string;

  constructor(owner: Person, organization: string, domain: string) {
    this.owner = owner;
    this.organization = organization;
    this.domain = domain;
  }

  ask(path: string, body: object = {}, by: Person = this.owner): Promise<Response> {
    const given = { organizationId: this.organization, ...body };
    return by.browser.post(`/organization/${path}`, given);
  }

  /**
   * Changes the settings.
   * @throws if the service refuses
   */
  async change(path: string, body: object = {}, by?: Person): Promise<SignInSettings> {
    const answer = await this.ask(path, body, by);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json<SignInSettings>();
  }

  async settings(): Promise<SignInSettings> {
    const query = `?organizationId=${this.organization}`;
    const answer = await this.owner.browser.get(`/organization/sign-in-settings${query}`);
    return answer.json<SignInSettings>();
  }

  useOidc(provider: OidcProvider): Promise<SignInSettings> {
    const { issuer, clientId, clientSecret } = provider;
    return this.change("set-oidc-connection", { issuer, clientId, clientSecret });
  }

  address(name: string): string {
    return `${name}@${this.domain}`;
  }

  /** Lists the audit log's entries of these actions, newest first. */
  async logged(...actions: readonly string[]): Promise<LoggedEntry[]> {
    const { items } = await new AuditLog(database, this.organization).list({}, undefined, 200);
    return items.filter(({ action }) => actions.includes(action));
  }
}

interface LoggedEntry {
  readonly action: string;
  readonly target: string | null;
  readonly changes: readonly { readonly field: string; readonly to?: string }[];
}

/** Opens an address in the browser. Returns the address to which the browser is sent. */
export async function open(browser: Browser, url: string): Promise<string> {
  const { pathname, search } = new URL(url, "http://memtrace.test");
  const answer = await browser.open(`${pathname}${search}`);
  return answer.headers.get("location") ?? `${answer.status}`;
}

/**
 * Signs in through the company's OIDC provider. Returns the address to which the browser is sent at
 * the end.
 */
export async function signInByOidc(
  company: Company,
  provider: OidcProvider,
  claims: Claims,
  browser = new Browser(),
): Promise<{ browser: Browser; location: string }> {
  provider.person = { sub: claims.email ?? "nobody", name: "Grace Hopper", ...claims };
  const asked = company.address("anybody");
  const there = await open(browser, `/api/sso/start?email=${encodeURIComponent(asked)}&next=/p/x`);
  if (!there.startsWith(provider.issuer)) return { browser, location: there };
  return { browser, location: await open(browser, provider.approve(there).href) };
}
