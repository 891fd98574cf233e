/** The SAML provider is a script that signs real XML with real keys. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { send } from "../workers/support/tenants.ts";
import { Browser, signedIn } from "./support/browser.ts";
import {
  formOf,
  newSigningKey,
  SamlIdp,
  type SamlRequest,
  samlRequestIn,
  type Wrongly,
} from "./support/saml-idp.ts";
import { type Company, open, SsoWorld } from "./support/sso-world.ts";

let world: SsoWorld;
let company: Company;
let idp: SamlIdp;
beforeAll(async () => {
  world = new SsoWorld();
  company = await world.newCompany();
  idp = new SamlIdp();
  await company.change("set-saml-connection", { metadata: idp.metadata });
});
afterAll(() => {
  vi.restoreAllMocks();
});

interface Asked {
  readonly browser: Browser;
  readonly request: SamlRequest;
}

const ask = async (): Promise<Asked> => {
  const browser = new Browser();
  const there = await open(browser, `/api/sso/start?email=${company.address("x")}&next=/p/x`);
  return { browser, request: samlRequestIn(there) };
};

/** Posts the response as the provider's page does: from another site, without a cookie. */
const post = async ({ answers, state }: SamlRequest, xml: string): Promise<string> => {
  const answer = await send(new URL(answers).pathname, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: "https://idp.example.com",
      "cf-connecting-ip": `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}::1`,
    },
    body: formOf(xml, state),
  });
  return answer.headers.get("location") ?? `${answer.status}`;
};

const signIn = async (wrong: Wrongly = {}, address = company.address("grace")) => {
  const asked = await ask();
  const next = await post(asked.request, idp.xml(asked.request, { address }, wrong));
  const location = next.includes("/complete") ? await open(asked.browser, next) : next;
  return { ...asked, location };
};

const REFUSED = "/sign-in/sso?problem=answer_invalid";

test("T166 a signed response signs the person in", async () => {
  for (const signs of ["assertion", "response", "both"] as const) {
    const { browser, location } = await signIn({ signs });
    expect(location).toBe("/p/x");
    const email = company.address("grace");
    expect(await signedIn(browser.headers)).toMatchObject({ email, name: "Grace Hopper" });
  }
});

test("T166 the service's metadata names the address for responses and requires signed assertions", async () => {
  const { addresses } = await company.settings();
  const answer = await send(new URL(addresses.samlMetadata).pathname);
  const text = await answer.text();
  expect(text).toContain(`entityID="${addresses.samlMetadata}"`);
  expect(text).toContain(`Location="${addresses.samlAnswers}"`);
  expect(text).toContain('WantAssertionsSigned="true"');
});

test("T166 metadata without a provider, a usable certificate or a known binding is refused", async () => {
  const other = await world.newCompany();
  const wrong = [
    "not xml",
    "<a/>",
    `<!DOCTYPE a [<!ENTITY x "y">]>${idp.metadata}`,
    idp.metadata.replace(/HTTP-Redirect/, "SOAP"),
    idp.metadata.replace(/<ds:X509Certificate>[^<]*/, "<ds:X509Certificate>AAAA"),
    idp.metadata.replace(idp.signInUrl, "javascript:alert(1)"),
  ];
  for (const metadata of wrong) {
    expect((await other.ask("set-saml-connection", { metadata })).status).toBe(400);
  }
  const fields = { entityId: idp.entityId, signInUrl: idp.signInUrl };
  expect((await other.ask("set-saml-connection", fields)).status).toBe(400);
  const { certificate } = idp.key;
  const set = await other.change("set-saml-connection", { ...fields, certificate });
  expect(set.connection).toMatchObject({ kind: "saml", ...fields });
});

const comment = (xml: string) => xml.replace("@", "<!---->@");
const wrongs: readonly (readonly [string, () => Wrongly])[] = [
  ["signed by another key", () => ({ key: newSigningKey() })],
  ["that is not signed", () => ({ signs: "nothing" })],
  ["signed with SHA-1", () => ({ algorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" })],
  ["for another audience", () => ({ audience: "https://other.example" })],
  ["for another recipient", () => ({ recipient: "https://other.example/acs" })],
  ["with another destination", () => ({ destination: "https://other.example/acs", signs: "both" })],
  ["by another issuer", () => ({ issuer: "https://other.example" })],
  ["that has expired", () => ({ now: Date.now() - 10 * 60_000 })],
  ["of the future", () => ({ now: Date.now() + 10 * 60_000 })],
  ["that answers no request", () => ({ inResponseTo: "" })],
  ["with a comment in the address before signing", () => ({ before: comment })],
  ["with a comment in the address after signing", () => ({ after: comment })],
  ["with a changed address", () => ({ after: (xml) => xml.replace("grace@", "ada@") })],
  ["with a document type", () => ({ after: (xml) => `<!DOCTYPE x>${xml}` })],
  ["with an unknown entity", () => ({ after: (xml) => xml.replace("Grace", "&x;") })],
  ["that is no XML", () => ({ after: () => "no xml" })],
  [
    "with no signed assertion left",
    () => ({ after: (xml) => xml.replace(/<saml:Assertion.*<\/saml:Assertion>/s, "") }),
  ],
];

test.each(wrongs)("T167 the service refuses a response %s", async (_, wrong) => {
  const { browser, location } = await signIn(wrong());
  expect(location).toBe(REFUSED);
  expect(await signedIn(browser.headers)).toBeNull();
});

test("T167 the clocks may differ by two minutes", async () => {
  const ahead = await signIn({ now: Date.now() + 150_000 });
  expect(ahead.location).toBe("/p/x");
});

test("T167 the audit log records the reason of a refusal", async () => {
  const other = await world.newCompany();
  await other.change("set-saml-connection", { metadata: idp.metadata });
  const there = await open(new Browser(), `/api/sso/start?email=${other.address("x")}`);
  const request = samlRequestIn(there);
  const person = { address: other.address("grace") };
  await post(request, idp.xml(request, person, { key: newSigningKey() }));
  const [logged] = await other.logged("sso.refuse");
  expect(logged?.changes).toEqual([
    { field: "problem", to: '"answer_invalid"' },
    { field: "detail", to: '"The signature does not match the provider\'s certificates."' },
  ]);
});

describe("T168 signature wrapping is refused:", () => {
  const evil = (xml: string, address: string) => {
    const [assertion = ""] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? [];
    const bare = assertion.replace(/<Signature[\s\S]*<\/Signature>/, "");
    return {
      assertion,
      forged: bare.replace(/[^<>]*@[^<>]*/, address).replace(/ ID="[^"]*"/, ' ID="evil"'),
    };
  };
  const wraps: readonly (readonly [string, (xml: string, address: string) => string])[] = [
    [
      "the forged assertion before the signed one",
      (xml, address) => {
        const { assertion, forged } = evil(xml, address);
        return xml.replace(assertion, forged + assertion);
      },
    ],
    [
      "the forged assertion after the signed one",
      (xml, address) => {
        const { assertion, forged } = evil(xml, address);
        return xml.replace(assertion, assertion + forged);
      },
    ],
    [
      "the signed assertion inside the forged one",
      (xml, address) => {
        const { assertion, forged } = evil(xml, address);
        return xml.replace(
          assertion,
          forged.replace("</saml:Assertion>", `${assertion}</saml:Assertion>`),
        );
      },
    ],
    [
      "the signed assertion in an extension",
      (xml, address) => {
        const { assertion, forged } = evil(xml, address);
        const hidden = `<samlp:Extensions>${assertion}</samlp:Extensions>`;
        return xml.replace(assertion, forged).replace("<samlp:Status>", `${hidden}<samlp:Status>`);
      },
    ],
    [
      "the signed assertion as an object of the forged one's signature",
      (xml, address) => {
        const { assertion, forged } = evil(xml, address);
        const [signature = ""] = /<Signature[\s\S]*<\/Signature>/.exec(assertion) ?? [];
        const bare = assertion.replace(signature, "");
        const holding = signature.replace("</Signature>", `<Object>${bare}</Object></Signature>`);
        return xml.replace(assertion, forged.replace("<saml:Subject>", `${holding}<saml:Subject>`));
      },
    ],
    [
      "the same id twice",
      (xml, address) => {
        const { assertion, forged } = evil(xml, address);
        const id = / ID="([^"]*)"/.exec(assertion)?.[1] ?? "";
        const other = forged.replace('"evil"', `"${id}"`).replace(/saml:Assertion/g, "saml:Advice");
        return xml.replace(assertion, other + assertion);
      },
    ],
  ];

  test.each(wraps)("T168 %s", async (_, wrap) => {
    const after = (xml: string) => wrap(xml, company.address("ada"));
    const { browser, location } = await signIn({ after });
    expect(location).toBe(REFUSED);
    expect(await signedIn(browser.headers)).toBeNull();
  });
});

test("T169 a response is accepted once", async () => {
  const { browser, request } = await ask();
  const xml = idp.xml(request, { address: company.address("grace") });
  const next = await post(request, xml);
  expect(await post(request, xml)).toBe("/sign-in/sso?problem=answer_replayed");
  expect(await open(browser, next)).toBe("/p/x");
  expect(await post(request, xml)).toBe("/sign-in/sso?problem=answer_replayed");
  const later = await ask();
  const moved = { ...request, state: later.request.state };
  expect(await post(moved, xml)).toBe("/sign-in/sso?problem=answer_replayed");
});

test("T169 a response is refused in another browser, and as the answer to another request", async () => {
  const mine = await ask();
  const person = { address: company.address("grace") };
  const next = await post(mine.request, idp.xml(mine.request, person));
  expect(await open(new Browser(), next)).toBe("/sign-in/sso?problem=wrong_browser");
  expect(await open(mine.browser, next)).toBe("/p/x");
  const [one, two] = [await ask(), await ask()];
  const crossed = idp.xml(one.request, person);
  expect(await post({ ...one.request, state: two.request.state }, crossed)).toBe(
    "/sign-in/sso?problem=request_unknown",
  );
});

test("T169 a sign-in that begins at the provider is refused", async () => {
  const { request } = await ask();
  const unasked = { ...request, id: "_unasked", state: "" };
  const xml = idp.xml(unasked, { address: company.address("grace") });
  expect(await post(unasked, xml)).toBe("/sign-in/sso?problem=request_unknown");
});

test("T173 a test shows why a response was refused", async () => {
  const { browser } = company.owner;
  const answer = await company.ask("test-connection", { next: "/p/x/sign-in" });
  const request = samlRequestIn((await answer.json<{ url: string }>()).url);
  const person = { address: company.address("grace") };
  const page = await post(request, idp.xml(request, person, { audience: "https://other.example" }));
  expect(page).toBe("/p/x/sign-in");
  expect((await company.settings()).test).toMatchObject({
    ...{ problem: "answer_invalid", detail: expect.stringContaining("audience") },
  });
  expect(await signedIn(browser.headers)).not.toBeNull();
});
