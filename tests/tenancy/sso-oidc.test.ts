/** The DNS resolver and the OIDC provider are scripts that follow the real protocols. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { member, user } from "../../src/database/schema/identity.ts";
import { organizationSignIn } from "../../src/database/schema/teams/sso.ts";
import { addressIn, domainIn } from "../../src/tenancy/sso/sso-address.ts";
import { Browser, database, joinAs, PASSWORD, signedIn, signUp } from "./support/browser.ts";
import {
  type Claims,
  type OidcProvider,
  open,
  SsoWorld,
  signInByOidc,
} from "./support/sso-world.ts";

let world: SsoWorld;
beforeAll(() => {
  world = new SsoWorld();
});
afterAll(() => {
  vi.restoreAllMocks();
});

const roleOf = async (browser: Browser, organization: string) => {
  const person = await signedIn(browser.headers);
  const rows = await database
    .select()
    .from(member)
    .where(eq(member.userId, person?.id ?? ""));
  return rows.find(({ organizationId }) => organizationId === organization)?.role;
};

const companyWithOidc = async () => {
  const company = await world.newCompany();
  const provider = world.newProvider();
  await company.useOidc(provider);
  return { company, provider };
};

test("T160 a TXT record verifies a domain; if the record is gone, the domain is no longer verified", async () => {
  const company = await world.newCompany();
  const [domain] = (await company.settings()).domains;
  expect(domain).toMatchObject({ domain: company.domain, verifiedAt: expect.any(String) });
  expect(domain?.recordName).toBe(`_memtrace-challenge.${company.domain}`);
  world.dnsStatus = 2;
  const unknown = await company.ask("check-domain", { domain: company.domain });
  world.dnsStatus = undefined;
  expect(unknown.status).toBe(503);
  expect((await company.settings()).domains[0]?.verifiedAt).not.toBeNull();
  world.records.set(domain?.recordName ?? "", ["v=spf1", "memtrace-domain-verification=other"]);
  const gone = await company.ask("check-domain", { domain: company.domain });
  expect(gone.status).toBe(409);
  expect(await gone.text()).toContain("another TXT record");
  expect((await company.settings()).domains[0]?.verifiedAt).toBeNull();
});

test("T161 only one organization can verify a domain, whose spelling is normalised", async () => {
  const [first, second] = [await world.newCompany(), await world.newCompany()];
  const taken = await world.verify(second, first.domain);
  expect(taken.status).toBe(409);
  expect(await taken.text()).toContain("Another organization");
  await first.change("remove-domain", { domain: first.domain });
  const claimed = (await second.settings()).domains.find(({ domain }) => domain === first.domain);
  world.records.set(claimed?.recordName ?? "", [claimed?.recordValue ?? ""]);
  expect((await second.ask("check-domain", { domain: first.domain })).status).toBe(200);
  expect(domainIn("BÜCHER.example.")).toBe("xn--bcher-kva.example");
  // The first letter is a Cyrillic а.
  expect(domainIn("аcme.com")).not.toBe("acme.com");
  for (const wrong of [
    "",
    "localhost",
    "a b.com",
    "https://acme.com",
    "1.2.3.4",
    "-a.com",
    "a..com",
  ]) {
    expect(domainIn(wrong)).toBeUndefined();
  }
  expect(addressIn("Anna@Bücher.example")).toBe("anna@xn--bcher-kva.example");
  expect(addressIn("jürgen@acme.com")).toBeUndefined();
  expect(addressIn("a@b@acme.com")).toBeUndefined();
});

test("T162 a first sign-in creates the account and the membership with the default role", async () => {
  const { company, provider } = await companyWithOidc();
  await company.change("set-default-role", { role: "viewer" });
  const email = company.address("grace");
  const { browser, location } = await signInByOidc(company, provider, { email });
  expect(location).toBe("/p/x");
  expect(await signedIn(browser.headers)).toMatchObject({ email, isVerified: true });
  expect(await roleOf(browser, company.organization)).toBe("viewer");
  const again = await signInByOidc(company, provider, { email });
  const [first, second] = [await signedIn(browser.headers), await signedIn(again.browser.headers)];
  expect(second?.id).toBe(first?.id);
  const logged = await company.logged("member.join_by_sso", "sign_in.succeed");
  expect(logged.map(({ action }) => action)).toEqual([
    "sign_in.succeed",
    "sign_in.succeed",
    "member.join_by_sso",
  ]);
});

test("T162 the provider's answer is accepted once, and only in the browser that asked", async () => {
  const { company, provider } = await companyWithOidc();
  provider.person = { sub: "s", email: company.address("grace") };
  const browser = new Browser();
  const there = await open(browser, `/api/sso/start?email=${company.address("x")}`);
  const asked = new URL(there).searchParams;
  expect(asked.get("code_challenge_method")).toBe("S256");
  expect(asked.get("nonce")?.length).toBeGreaterThan(30);
  const back = provider.approve(there).href;
  expect(await open(new Browser(), back)).toBe("/sign-in/sso?problem=wrong_browser");
  expect(await open(browser, back)).toBe("/");
  expect(await open(browser, back)).toBe("/sign-in/sso?problem=request_unknown");
});

test("T162 after the sign-in, the browser opens no address of another site", async () => {
  const { company, provider } = await companyWithOidc();
  provider.person = { sub: "s", email: company.address("grace") };
  for (const next of [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:x",
  ]) {
    const browser = new Browser();
    const query = `email=${company.address("x")}&next=${encodeURIComponent(next)}`;
    const there = await open(browser, `/api/sso/start?${query}`);
    expect(await open(browser, provider.approve(there).href)).toBe("/");
  }
});

const wrongs: readonly (readonly [string, (provider: OidcProvider) => void])[] = [
  ["another issuer", (provider) => changed(provider, { iss: "https://evil.example" })],
  ["another audience", (provider) => changed(provider, { aud: "another-client" })],
  ["another nonce", (provider) => changed(provider, { nonce: "another" })],
  ["an expired token", (provider) => changed(provider, { exp: 1_000, iat: 900 })],
  ["a token of the future", (provider) => changed(provider, { nbf: 4_000_000_000 })],
  [
    "another key",
    (provider) => {
      provider.signsWithUnknownKey = true;
    },
  ],
];
const changed = (provider: OidcProvider, claims: Record<string, unknown>) => {
  provider.wrong = (right) => ({ ...right, ...claims });
};

test.each(wrongs)(
  "T163 an ID token with %s is refused, and the audit log says why",
  async (_, spoil) => {
    const { company, provider } = await companyWithOidc();
    spoil(provider);
    const email = company.address("grace");
    const { browser, location } = await signInByOidc(company, provider, { email });
    expect(location).toBe("/sign-in/sso?problem=answer_invalid");
    expect(await signedIn(browser.headers)).toBeNull();
    const [refusal] = await company.logged("sso.refuse");
    expect(refusal?.changes[0]).toEqual({ field: "problem", to: '"answer_invalid"' });
  },
);

test("T163 a rotated key of the provider works at once", async () => {
  const { company, provider } = await companyWithOidc();
  const email = company.address("grace");
  expect((await signInByOidc(company, provider, { email })).location).toBe("/p/x");
  provider.rotateKey();
  expect((await signInByOidc(company, provider, { email })).location).toBe("/p/x");
});

test("T163 the error reports the provider's own refusal and a wrong client secret", async () => {
  const { company, provider } = await companyWithOidc();
  const browser = new Browser();
  const there = await open(browser, `/api/sso/start?email=${company.address("x")}`);
  const back = provider.approve(there);
  back.searchParams.delete("code");
  back.searchParams.set("error", "access_denied");
  expect(await open(browser, back.href)).toBe("/sign-in/sso?problem=provider_refused");
  const { issuer, clientId } = provider;
  await company.change("set-oidc-connection", { issuer, clientId, clientSecret: "wrong" });
  const email = company.address("grace");
  const refused = await signInByOidc(company, provider, { email });
  expect(refused.location).toBe("/sign-in/sso?problem=provider_refused");
});

const addresses: readonly (readonly [string, (domain: string) => Claims, string])[] = [
  ["of another domain", () => ({ email: "eve@other.com" }), "address_outside_domains"],
  ["of a subdomain", (domain) => ({ email: `eve@a.${domain}` }), "address_outside_domains"],
  [
    "that is not verified",
    (domain) => ({ email: `a@${domain}`, email_verified: false }),
    "address_unverified",
  ],
  [
    "with unicode in its local part",
    (domain) => ({ email: `jürgen@${domain}` }),
    "address_invalid",
  ],
  [
    "that looks like one of the domain",
    (domain) => ({ email: `eve@${domain.replace("c", "с")}` }),
    "address_outside_domains",
  ],
];

test.each(addresses)("T164 the sign-in refuses an address %s", async (_, claims, problem) => {
  const { company, provider } = await companyWithOidc();
  const { location } = await signInByOidc(company, provider, claims(company.domain));
  expect(location).toBe(`/sign-in/sso?problem=${problem}`);
});

test("T165 an account whose address was never confirmed loses its password and its sign-ins", async () => {
  const { company, provider } = await companyWithOidc();
  const squatter = await signUp("Eve");
  const email = company.address("grace");
  await database.update(user).set({ email }).where(eq(user.id, squatter.id));
  const { browser } = await signInByOidc(company, provider, { email });
  expect((await signedIn(browser.headers))?.id).toBe(squatter.id);
  expect(await signedIn(squatter.browser.headers)).toBeNull();
  const answer = await new Browser().post("/sign-in/email", { email, password: PASSWORD });
  expect(answer.status).toBe(401);
});

test("T165 a member's address from another subject is refused, and a changed address is accepted", async () => {
  const { company, provider } = await companyWithOidc();
  const email = company.address("grace");
  const { browser } = await signInByOidc(company, provider, { sub: "1", email });
  const other = await signInByOidc(company, provider, { sub: "2", email });
  expect(other.location).toBe("/sign-in/sso?problem=other_subject");
  const moved = company.address("hopper");
  const again = await signInByOidc(company, provider, { sub: "1", email: moved });
  const [before, after] = [await signedIn(browser.headers), await signedIn(again.browser.headers)];
  expect(after).toMatchObject({ id: before?.id, email: moved });
});

test("T165 the provider loses an account that its person moved to an address outside the domains", async () => {
  const { company, provider } = await companyWithOidc();
  const email = company.address("grace");
  const { browser } = await signInByOidc(company, provider, { sub: "1", email });
  const moved = (await signedIn(browser.headers))?.id ?? "";
  const elsewhere = `grace@${crypto.randomUUID()}.example`;
  await database.update(user).set({ email: elsewhere }).where(eq(user.id, moved));
  const again = await signInByOidc(company, provider, { sub: "1", email });
  expect((await signedIn(again.browser.headers))?.id).not.toBe(moved);
});

test("T165 a sign-in through the provider does not accept an invitation to another address", async () => {
  const { company, provider } = await companyWithOidc();
  const { browser } = await signInByOidc(company, provider, { email: company.address("grace") });
  const invited = await company.owner.browser.post("/organization/invite-member", {
    ...{ organizationId: company.organization, email: company.address("other"), role: "admin" },
  });
  const { id } = await invited.json<{ id: string }>();
  const answer = await browser.post("/organization/accept-invitation", { invitationId: id });
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain("for another e-mail address");
  expect(await roleOf(browser, company.organization)).toBe("member");
});

test("T172 admins see the settings; only owners change settings that could let a person in as owner", async () => {
  const { company, provider } = await companyWithOidc();
  const admin = await joinAs("admin", company.owner, company.organization);
  const viewer = await joinAs("viewer", company.owner, company.organization);
  const stranger = await signUp("Eve");
  const { issuer, clientId, clientSecret } = provider;
  const ownersOnly: [string, object][] = [
    ["claim-domain", { domain: "acme.com" }],
    ["remove-domain", { domain: "acme.com" }],
    ["set-oidc-connection", { issuer, clientId, clientSecret }],
    ["set-saml-connection", { metadata: "<x/>" }],
    ["enforce-sso", { isEnforced: true }],
    ["create-scim-token", {}],
    ["revoke-scim-token", { id: "x" }],
    ["remove-connection", {}],
  ];
  const adminsToo: [string, object][] = [
    ["check-domain", { domain: company.domain }],
    ["set-default-role", { role: "viewer" }],
    ["test-connection", { next: "/" }],
  ];
  for (const [path, body] of ownersOnly) {
    expect([path, (await company.ask(path, body, admin)).status]).toEqual([path, 403]);
  }
  for (const [path, body] of adminsToo) {
    expect([path, (await company.ask(path, body, admin)).status]).toEqual([path, 200]);
  }
  for (const [path, body] of [...ownersOnly, ...adminsToo]) {
    expect([path, (await company.ask(path, body, viewer)).status]).toEqual([path, 403]);
    expect([path, (await company.ask(path, body, stranger)).status]).toEqual([path, 404]);
  }
  const settings = `/organization/sign-in-settings?organizationId=${company.organization}`;
  expect((await admin.browser.get(settings)).status).toBe(200);
  expect((await viewer.browser.get(settings)).status).toBe(403);
  expect((await stranger.browser.get(settings)).status).toBe(404);
});

test("T173 the client secret is stored encrypted, and no answer shows it", async () => {
  const { company, provider } = await companyWithOidc();
  expect(JSON.stringify(await company.settings())).not.toContain(provider.clientSecret);
  const [row] = await database
    .select()
    .from(organizationSignIn)
    .where(eq(organizationSignIn.organization, company.organization));
  expect(row?.secret).toMatch(/^v1\./);
  expect(JSON.stringify(row)).not.toContain(provider.clientSecret);
  const logged = await company.logged("sso.set_oidc");
  expect(JSON.stringify(logged)).not.toContain(provider.clientSecret);
  expect(logged[0]?.changes).toContainEqual({ field: "clientSecret" });
});

test("T173 a test shows the provider's answer and signs nobody in", async () => {
  const { company, provider } = await companyWithOidc();
  const { browser } = company.owner;
  const email = company.address("new");
  provider.person = { sub: "1", email, name: "New Person" };
  const begin = async () =>
    (await company.ask("test-connection", { next: "/p/x/sign-in" })).json<{ url: string }>();
  const { url } = await begin();
  expect(await open(browser, provider.approve(url).href)).toBe("/p/x/sign-in");
  expect((await company.settings()).test).toMatchObject({ problem: null, address: email });
  expect(await database.select().from(user).where(eq(user.email, email))).toHaveLength(0);
  provider.person = { sub: "1", email: "new@elsewhere.com" };
  const outside = await begin();
  await open(browser, provider.approve(outside.url).href);
  expect((await company.settings()).test?.problem).toBe("address_outside_domains");
  world.providers.splice(world.providers.indexOf(provider), 1);
  const answer = await company.ask("test-connection", { next: "/" });
  expect(await answer.json()).toMatchObject({ test: { problem: "provider_unreachable" } });
});

test("T173 the service does not call addresses inside a private network", async () => {
  const company = await world.newCompany();
  for (const issuer of [
    "https://10.0.0.1",
    "https://idp.internal",
    "http://idp.example.com",
    "x",
  ]) {
    const given = { issuer, clientId: "a", clientSecret: "b" };
    expect((await company.ask("set-oidc-connection", given)).status).toBe(
      issuer === "http://idp.example.com" ? 200 : 400,
    );
  }
});
