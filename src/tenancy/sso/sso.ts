import { and, eq, isNotNull } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { organizationDomain, type StatedPerson } from "../../database/schema/teams/sso.ts";
import type { ConnectionTest } from "../../protocol/people/sso.ts";
import { type Result, success } from "../../protocol/result.ts";
import type { Sealing } from "../sealing.ts";
import type { LookUp } from "./domains.ts";
import { enter } from "./enter.ts";
import { type OidcDeps, oidcPerson, oidcRequestUrl } from "./oidc.ts";
import type { ProviderFetch } from "./provider-fetch.ts";
import { type Refused, refused } from "./refused.ts";
import { type SamlAddresses, samlAddresses, samlRequestUrl } from "./saml/metadata.ts";
import { readResponse } from "./saml/response.ts";
import { addressIn, domainOf } from "./sso-address.ts";
import { type BegunRequest, type OpenRequest, SsoRequests } from "./sso-requests.ts";
import { SsoSettings } from "./sso-settings.ts";
import { txtRecords } from "./txt-records.ts";

export interface SsoDeps {
  readonly database: Database;
  readonly publicUrl: string;
  readonly development: boolean;
  readonly sealing: Sealing;
  readonly ask: ProviderFetch;
  /** URL of a resolver that answers DNS over HTTPS in JSON. */
  readonly resolver: string;
  readonly now: () => number;
  readonly randomBytes: (length: number) => Uint8Array;
}

export interface Begun extends BegunRequest {
  /** URL of the provider's page for the browser. */
  readonly url: string;
}

/**
 * A finished request. `stated` is the person whom the provider named, or the reason for a refusal.
 */
export interface Ended {
  readonly request: OpenRequest;
  readonly stated: Result<StatedPerson, Refused>;
}

export class Sso {
  readonly #deps: SsoDeps;
  readonly #requests: SsoRequests;

  constructor(deps: SsoDeps) {
    this.#deps = deps;
    this.#requests = new SsoRequests(deps.database, deps.randomBytes);
  }

  readonly lookUp: LookUp = (name) => txtRecords(this.#deps.resolver, this.#deps.ask, name);

  get redirectUri(): string {
    return `${this.#deps.publicUrl}/api/sso/oidc/callback`;
  }

  samlAddresses(organization: string): SamlAddresses {
    return samlAddresses(this.#deps.publicUrl, organization);
  }

  settings(organization: string): SsoSettings {
    return new SsoSettings(this.#deps.database, organization, this.#deps.sealing);
  }

  /** Returns the organization that has verified the domain of the e-mail address. */
  async organizationOf(address: string): Promise<string | undefined> {
    const [found] = await this.#deps.database
      .select({ organization: organizationDomain.organization })
      .from(organizationDomain)
      .where(
        and(
          eq(organizationDomain.domain, domainOf(addressIn(address) ?? "")),
          isNotNull(organizationDomain.verifiedAt),
        ),
      );
    return found?.organization;
  }

  /** @param tester the person who tests the connection; null for a sign-in */
  async begin(
    organization: string,
    next: string,
    tester: string | null,
  ): Promise<Result<Begun, Refused>> {
    const now = this.#deps.now();
    const { connection } = await this.settings(organization).get();
    if (connection === null) {
      return refused("unknown_domain", "The organization has no connection to a provider.");
    }
    const begun = await this.#requests.begin({ organization, next, tester }, now);
    if (connection.kind === "saml") {
      const asked = { id: begun.nonce, state: begun.state, now };
      const url = samlRequestUrl(connection, this.samlAddresses(organization), asked);
      return success({ ...begun, url });
    }
    const url = await oidcRequestUrl(this.#oidc(), connection, begun);
    return url.ok ? success({ ...begun, url: url.value }) : url;
  }

  /** Reads an OIDC provider's answer from the URL that the browser opened. */
  async endOidc(url: URL, browser: string): Promise<Ended | Refused> {
    const state = url.searchParams.get("state") ?? "";
    const request = await this.#take(state, browser);
    if ("problem" in request) return request;
    const { organization, nonce, verifier } = request;
    const settings = this.settings(organization);
    const { connection, secret } = await settings.get();
    if (connection?.kind !== "oidc" || secret === null || verifier === null) {
      return {
        request,
        stated: refused("request_unknown", "The connection was changed meanwhile."),
      };
    }
    const secrets = { state, nonce, verifier };
    const answered = { url, secrets, secret: await settings.openSecret(secret) };
    return { request, stated: await oidcPerson(this.#oidc(), connection, answered) };
  }

  /**
   * Checks a SAML response and stores the person whom it names. This request cannot sign the person
   * in, because the browser sends it from the provider's page and therefore without our cookie.
   * `endSaml` signs the person in later.
   */
  async takeResponse(
    organization: string,
    { response, state }: { readonly response: string; readonly state: string },
  ): Promise<Result<null, Refused>> {
    const { now } = this.#deps;
    const { connection } = await this.settings(organization).get();
    if (connection?.kind !== "saml") {
      return refused("request_unknown", "The organization has no SAML connection.");
    }
    const addresses = this.samlAddresses(organization);
    const read = readResponse(response, connection, addresses, now());
    if (!read.ok) return read;
    if (!(await this.#requests.acceptAssertion(organization, read.value))) {
      return refused("answer_replayed", `The assertion ${read.value.assertion} was used before.`);
    }
    if (await this.#requests.answer(organization, state, read.value, now())) return success(null);
    return refused(
      "request_unknown",
      "The response answers no open request. It took too long, or the sign-in began elsewhere.",
    );
  }

  /**
   * Call this if a request failed. If the request was a test of the connection, stores the fault as
   * the test's result, and returns the page that the browser opens next. Otherwise, returns
   * undefined.
   */
  async failTest(organization: string, state: string, fault: Refused): Promise<string | undefined> {
    const request = await this.#requests.takeTest(organization, state);
    if (request === undefined) return undefined;
    await this.recordTest(organization, { ok: false, fault });
    return request.next;
  }

  /**
   * Finishes a SAML sign-in. Refuses the request if it comes from another browser than the one that
   * began the sign-in.
   */
  async endSaml(state: string, browser: string): Promise<Ended | Refused> {
    const request = await this.#take(state, browser);
    if ("problem" in request) return request;
    const { answer } = request;
    const stated =
      answer === null ? refused("request_unknown", "No response has arrived.") : success(answer);
    return { request, stated };
  }

  async enter(organization: string, stated: StatedPerson) {
    const { defaultRole } = await this.settings(organization).get();
    return enter(this.#deps.database, organization, stated, defaultRole, this.#deps.now());
  }

  async recordTest(
    organization: string,
    stated: Result<StatedPerson, Refused>,
  ): Promise<ConnectionTest> {
    const settings = this.settings(organization);
    const { connection } = await settings.get();
    const at = new Date(this.#deps.now()).toISOString();
    const checked = stated.ok ? await this.#insideDomains(organization, stated.value) : stated;
    const person = stated.ok ? stated.value : { address: null, name: null, subject: null };
    const test: ConnectionTest = {
      ...{ at, address: person.address, name: person.name, subject: person.subject },
      ...(checked.ok
        ? { problem: null, detail: `The provider stated ${checked.value.address}.` }
        : { problem: checked.fault.problem, detail: checked.fault.detail }),
    };
    if (connection !== null) await settings.recordTest(connection, test);
    return test;
  }

  async #insideDomains(
    organization: string,
    stated: StatedPerson,
  ): Promise<Result<StatedPerson, Refused>> {
    if ((await this.organizationOf(stated.address)) === organization) return success(stated);
    return refused(
      "address_outside_domains",
      `The provider works and stated ${stated.address}, which is in no verified domain of the organization.`,
    );
  }

  async #take(state: string, browser: string): Promise<OpenRequest | Refused> {
    const taken = await this.#requests.take(state, browser, this.#deps.now());
    if (taken === "wrong_browser") {
      return { problem: "wrong_browser", detail: "Another browser began this sign-in." };
    }
    return (
      taken ?? {
        problem: "request_unknown",
        detail: "The sign-in was used already, or took too long.",
      }
    );
  }

  #oidc(): OidcDeps {
    const { ask, development } = this.#deps;
    return { fetch: ask, development, redirectUri: this.redirectUri };
  }
}
