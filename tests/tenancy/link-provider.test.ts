/** The sign-in provider is scripted. */
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { account, session } from "../../src/database/schema/identity.ts";
import { auditEntry } from "../../src/database/schema/teams/audit.ts";
import {
  appOf,
  Browser,
  database,
  newOrganization,
  ORIGIN,
  PASSWORD,
  type Person,
  signedIn,
  signUp,
} from "./support/browser.ts";
import { CLIENT, type Claims, ScriptedProvider } from "./support/scripted-provider.ts";

afterEach(() => vi.restoreAllMocks());

const newClaims = (): Claims => ({
  ...{ sub: crypto.randomUUID(), email: "unconfirmed@example.com", email_verified: false },
});

const configured = ({ issuer }: ScriptedProvider) =>
  appOf(ORIGIN, {
    ENVIRONMENT: "development",
    ...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
  });

const ask = ({ browser }: Person, password?: string) =>
  browser.post("/link-provider", { provider: "oidc", next: "/p/one/account", password });

/** Links the provider's account. Returns the address to which the browser is sent. */
async function link(person: Person, provider: ScriptedProvider, claims: Claims): Promise<string> {
  const { url } = await (await ask(person, PASSWORD)).json<{ url: string }>();
  return comeBack(person.browser, provider.agree(url, claims));
}

async function comeBack(browser: Browser, back: URL): Promise<string> {
  const answer = await browser.get(`${back.pathname.slice("/api/auth".length)}${back.search}`);
  return `${answer.status} ${answer.headers.get("location")}`;
}

async function waysOf({ id }: Person): Promise<string[]> {
  const rows = await database.select().from(account).where(eq(account.userId, id));
  return rows.map(({ providerId }) => providerId).sort();
}

async function newWorld() {
  const provider = new ScriptedProvider();
  const person = await signUp("Ada", new Browser(configured(provider)));
  return { provider, person };
}

test("T194 a person links a provider with the password, which then signs them in; the audit log records it", async () => {
  const { provider, person } = await newWorld();
  const organization = await newOrganization(person);
  const claims = newClaims();
  expect((await ask(person)).status).toBe(400);
  expect((await ask(person, "not the password")).status).toBe(400);
  expect(await waysOf(person)).toEqual(["credential"]);
  expect(await link(person, provider, claims)).toBe("302 /p/one/account");
  expect(await waysOf(person)).toEqual(["credential", "oidc"]);
  const other = new Browser(configured(provider));
  const answer = await other.post("/sign-in/provider", { provider: "oidc" });
  const { url } = await answer.json<{ url: string }>();
  expect(await comeBack(other, provider.agree(url, claims))).toBe("302 /");
  expect((await signedIn(other.headers))?.id).toBe(person.id);
  const entries = await database
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.organization, organization));
  const linked = entries.filter(({ action }) => action === "account.link_provider");
  expect(linked.map(({ person: by, changes }) => [by, changes])).toEqual([
    [person.id, [{ field: "provider", to: "oidc" }]],
  ]);
});

test("T194 a person without a password links a provider only after a sign-in of the last ten minutes", async () => {
  const { person } = await newWorld();
  await database.delete(account).where(eq(account.userId, person.id));
  expect((await ask(person)).status).toBe(200);
  const createdAt = new Date(Date.now() - 11 * 60_000);
  await database.update(session).set({ createdAt }).where(eq(session.userId, person.id));
  expect((await ask(person)).status).toBe(409);
});

test("T195 linking is refused if the account signs in another person, or if one is already linked", async () => {
  const { provider, person } = await newWorld();
  const other = await signUp("Grace", new Browser(configured(provider)));
  const claims = newClaims();
  await link(other, provider, claims);
  expect(await link(person, provider, claims)).toBe("302 /p/one/account?failed=linked_to_other");
  expect(await waysOf(person)).toEqual(["credential"]);
  const [one, two] = [newClaims(), newClaims()];
  await link(person, provider, one);
  for (const again of [one, two]) {
    expect(await link(person, provider, again)).toBe("302 /p/one/account?failed=linked_already");
  }
  expect(await waysOf(person)).toEqual(["credential", "oidc"]);
});

test("T195 only the browser that asked can finish the link, while the same person is signed in", async () => {
  const { provider, person } = await newWorld();
  const other = await signUp("Grace", new Browser(configured(provider)));
  const asked = async () => {
    const { url } = await (await ask(person, PASSWORD)).json<{ url: string }>();
    return provider.agree(url, newClaims());
  };
  expect(await comeBack(other.browser, await asked())).toBe("302 /sign-in?failed=step_ended");
  const back = await asked();
  await person.browser.post("/sign-out", {});
  expect(await comeBack(person.browser, back)).toBe("302 /p/one/account?failed=step_ended");
  const change = await person.browser.post("/link-provider", { provider: "oidc", next: "/" });
  expect(change.status).toBe(401);
  expect([await waysOf(person), await waysOf(other)]).toEqual([["credential"], ["credential"]]);
});

test("T195 a refusal at the provider, or a provider that does not answer, links nothing", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { provider, person } = await newWorld();
  const { url } = await (await ask(person, PASSWORD)).json<{ url: string }>();
  const refused = provider.agree(url, newClaims());
  refused.searchParams.delete("code");
  refused.searchParams.set("error", "access_denied");
  expect(await comeBack(person.browser, refused)).toBe("302 /p/one/account?failed=refused");
  provider.isDown = true;
  expect((await ask(person, PASSWORD)).status).toBe(503);
  expect(await waysOf(person)).toEqual(["credential"]);
});
