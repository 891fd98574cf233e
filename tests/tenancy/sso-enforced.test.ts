/** The DNS resolver and the OIDC provider are scripts that follow the real protocols. */
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { user } from "../../src/database/schema/identity.ts";
import { letter } from "../../src/database/schema/teams/mail.ts";
import { Browser, database, joinAs, PASSWORD, type Person, signedIn } from "./support/browser.ts";
import {
  type Company,
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

/** Gives the person a confirmed address in the company's domain. */
const moveInto = async (company: Company, { id }: Person, name: string): Promise<string> => {
  const email = company.address(name);
  await database.update(user).set({ email, emailVerified: true }).where(eq(user.id, id));
  return email;
};

const testedCompany = async () => {
  const company = await world.newCompany();
  const provider = world.newProvider();
  await company.useOidc(provider);
  await runTest(company, provider);
  return { company, provider };
};

const runTest = async (company: Company, provider: OidcProvider) => {
  provider.person = { sub: "tester", email: company.address("tester") };
  const answer = await company.ask("test-connection", { next: "/" });
  const { url } = await answer.json<{ url: string }>();
  await open(company.owner.browser, provider.approve(url).href);
};

const enforce = (company: Company) => company.ask("enforce-sso", { isEnforced: true });
const signIn = (email: string, password = PASSWORD, browser = new Browser()) =>
  browser.post("/sign-in/email", { email, password });

test("T170 enforcement needs a verified domain and a successful test", async () => {
  const company = await world.newCompany();
  const provider = world.newProvider();
  expect((await enforce(company)).status).toBe(409);
  await company.useOidc(provider);
  expect(await (await enforce(company)).text()).toContain("test it successfully");
  await runTest(company, provider);
  await company.change("remove-domain", { domain: company.domain });
  expect(await (await enforce(company)).text()).toContain("Verify a domain");
  await world.verify(company, company.domain);
  expect((await enforce(company)).status).toBe(200);
  expect((await company.settings()).isEnforced).toBe(true);
});

test("T170 people of the domain sign in only through the provider, and their other sign-ins end", async () => {
  const { company, provider } = await testedCompany();
  const member = await joinAs("member", company.owner, company.organization);
  const guest = await joinAs("member", company.owner, company.organization);
  const email = await moveInto(company, member, "grace");
  const bySso = await signInByOidc(company, provider, { email });
  const before = await signedIn(member.browser.headers);
  expect(before).not.toBeNull();
  expect((await enforce(company)).status).toBe(200);
  expect(await signedIn(member.browser.headers)).toBeNull();
  expect(await signedIn(bySso.browser.headers)).not.toBeNull();
  expect(await signedIn(guest.browser.headers)).not.toBeNull();
  expect(await signedIn(company.owner.browser.headers)).not.toBeNull();
  const browser = new Browser();
  const refused = await signIn(email, PASSWORD, browser);
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain("Sign in with SSO");
  expect(await signedIn(browser.headers)).toBeNull();
  expect((await signInByOidc(company, provider, { email })).location).toBe("/p/x");
  await company.change("enforce-sso", { isEnforced: false });
  expect((await signIn(email)).status).toBe(200);
});

test("T170 a wrong password gets the same answer as an address without an account", async () => {
  const { company } = await testedCompany();
  const member = await joinAs("member", company.owner, company.organization);
  const email = await moveInto(company, member, "grace");
  await enforce(company);
  const answers = await Promise.all(
    [email, company.address("nobody")].map((address) => signIn(address, "a wrong password")),
  );
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
});

test("T170 nobody signs up with an address of the domain, or changes an address into or out of it", async () => {
  const { company, provider } = await testedCompany();
  await enforce(company);
  const signUp = await new Browser().post("/sign-up/email", {
    ...{ name: "Grace", email: company.address("new"), password: "correct horse battery" },
  });
  expect(signUp.status).toBe(403);
  const { browser } = await signInByOidc(company, provider, { email: company.address("grace") });
  const outside = await joinAs("member", company.owner, company.organization);
  const changes: [Browser, string][] = [
    [browser, "grace@elsewhere.com"],
    [outside.browser, company.address("other")],
  ];
  for (const [from, newEmail] of changes) {
    const answer = await from.post("/change-email", { newEmail, currentPassword: PASSWORD });
    expect(answer.status).toBe(403);
  }
});

test("T171 an owner signs in with a password; the audit log and an e-mail to every owner report it", async () => {
  const { company } = await testedCompany();
  const second = await joinAs("owner", company.owner, company.organization);
  const email = await moveInto(company, company.owner, "ada");
  await enforce(company);
  expect((await signIn(email)).status).toBe(200);
  const logged = await company.logged("sign_in.without_sso");
  expect(logged).toHaveLength(1);
  expect(logged[0]?.target).toBe(company.owner.id);
  for (const address of [email, second.email]) {
    const letters = await database
      .select()
      .from(letter)
      .where(and(eq(letter.address, address), eq(letter.kind, "sign_in_without_sso")));
    expect(letters).toHaveLength(1);
  }
});

test("T171 removing the provider ends the enforcement", async () => {
  const { company } = await testedCompany();
  const member = await joinAs("member", company.owner, company.organization);
  const email = await moveInto(company, member, "grace");
  await enforce(company);
  await company.change("remove-connection");
  expect((await company.settings()).isEnforced).toBe(false);
  expect((await signIn(email)).status).toBe(200);
});
